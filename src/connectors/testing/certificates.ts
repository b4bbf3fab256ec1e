/** A certificate authority for one test, and a server certificate of it. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const openssl = (...parameters: string[]) => run('openssl', parameters);

/** Leaves `ca.pem`, `cert.pem` and `key.pem` in the folder; answers the authority's certificate. */
export async function makeCertificates(folder: string, name: string, address: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const at = (file: string) => join(folder, file);
  const days = ['-days', '30'];
  const authority = ['-subj', '/CN=Authority of a test', '-keyout', at('ca.key'), '-out', at('ca.pem')];
  await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...days, ...authority);
  const request = ['-subj', `/CN=${name}`, '-keyout', at('key.pem'), '-out', at('request.pem')];
  await openssl('req', '-newkey', 'rsa:2048', '-nodes', ...request);
  writeFileSync(at('names'), `subjectAltName=DNS:${name},IP:${address}\nextendedKeyUsage=serverAuth\n`);
  const signing = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names')];
  await openssl('x509', '-req', '-in', at('request.pem'), ...signing, ...days, '-out', at('cert.pem'));
  chmodSync(at('key.pem'), 0o600);
  return readFileSync(at('ca.pem'), 'utf8');
}
