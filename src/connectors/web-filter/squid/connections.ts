/**
 * The connections people have to the proxy, as its questions have named them: whose each is and where it leads, so
 * that those of one person can be cut and nobody else's.
 */
export interface Connection {
  /** The person's end, `10.1.2.3:51234`, and the proxy's. */
  client: string;
  proxy: string;
  /** Who asked, as the proxy says it. */
  user: string | undefined;
  machine: string;
  /** `host:port` of what was asked for last. */
  address: string;
}

/** Forgotten first when there are more: those that were asked on longest ago. */
const MOST = 200_000;

export interface Connections {
  remember: (connection: Connection) => void;
  forget: (client: string) => void;
  isKnown: (client: string) => boolean;
  /** Leaves, of those remembered before a look at the system, only what it has found. */
  keepOnly: (clients: ReadonlySet<string>, before: number) => void;
  all: () => IteratorObject<Connection>;
  size: () => number;
}

export function openConnections(): Connections {
  const byClient = new Map<string, Connection & { at: number }>();
  return {
    remember(connection) {
      byClient.delete(connection.client);
      byClient.set(connection.client, { ...connection, at: performance.now() });
      if (byClient.size <= MOST) return;
      const [oldest] = byClient.keys();
      if (oldest !== undefined) byClient.delete(oldest);
    },
    forget: (client) => void byClient.delete(client),
    isKnown: (client) => byClient.has(client),
    keepOnly(clients, before) {
      for (const { client, at } of byClient.values()) {
        if (at < before && !clients.has(client)) byClient.delete(client);
      }
    },
    all: () => byClient.values(),
    size: () => byClient.size,
  };
}
