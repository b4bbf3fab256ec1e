/** Signs in to a running portal as a browser would, and carries the headers of later calls. */
import { client } from '#areas/login/contract.ts';

const FORM = { client_id: client.id, client_secret: client.secret, grant_type: 'password', auth_type: 'F' };

export interface Caller {
  headers: Record<string, string>;
  post: (path: string, body: unknown) => Promise<Response>;
}

export async function signIn(
  origin: string,
  username: string,
  password: string,
  currentSchool?: string,
): Promise<Caller> {
  const jar = new Map<string, string>();
  const keep = (response: Response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const token = async (form: Record<string, string>, bearer?: string) => {
    const response = keep(
      await fetch(`${origin}/api/token`, {
        method: 'POST',
        headers: {
          'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
          cookie: cookies(),
          ...(bearer && { authorization: `Bearer ${bearer}` }),
        },
        body: new URLSearchParams({ ...FORM, ...form }),
      }),
    );
    if (!response.ok) throw new Error(`The sign-in was refused: ${await response.text()}`);
    // oxlint-disable-next-line no-unsafe-type-assertion -- the token call's answer (specification §7)
    return (await response.json()) as { access_token: string; refresh_token: string };
  };

  keep(await fetch(`${origin}/api/public/frontpageinfo`));
  let issued = await token({ username, password });
  if (currentSchool !== undefined) {
    const renewal = {
      grant_type: 'refresh_token',
      refresh_token: issued.refresh_token,
      current_school: currentSchool,
    };
    issued = await token(renewal, issued.access_token);
  }
  const headers = {
    authorization: `Bearer ${issued.access_token}`,
    cookie: cookies(),
    'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
    'content-type': 'application/json',
  };
  return {
    headers,
    post: (path, body) =>
      fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}
