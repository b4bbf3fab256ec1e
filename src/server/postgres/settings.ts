import { totalmem } from 'node:os';

const MIB = 1024 * 1024;
const between = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most);

/** Settings of the embedded server, for a machine it shares with the portal itself. */
export function serverSettings(memoryBytes = totalmem()): Record<string, string> {
  const memory = memoryBytes / MIB;
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    shared_buffers: `${Math.round(between(128, memory / 8, 2048))}MB`,
    effective_cache_size: `${Math.round(between(256, memory / 2, 16_384))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '256MB',
    // A large import writes gigabytes of log: few, compressed, spread checkpoints.
    max_wal_size: '4GB',
    wal_compression: 'pglz',
    checkpoint_completion_target: '0.9',
    // Nothing that was acknowledged may be lost.
    fsync: 'on',
    synchronous_commit: 'on',
    random_page_cost: '1.1',
    // Our statements are short; compiling them costs more than it saves.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    idle_in_transaction_session_timeout: '5min',
    // Notices a portal that vanished in the middle of a statement.
    client_connection_check_interval: '10s',
  };
}

/** For a server that lives as long as a test run: nothing need survive a crash. */
export const disposable: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
  max_wal_size: '1GB',
  wal_compression: 'off',
  max_connections: '200',
};
