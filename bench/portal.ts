/** The portal as a process of its own beside a database that a measurement has seeded. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { openVisitor, type Visitor } from '#server/testing/visitor.ts';

import { PASSWORD } from './seed-owner.ts';

/** As `npm start` runs it, but without its rate limits, which would answer instead. Returns how to stop it. */
export async function openPortal(databaseUrl: string, port: number): Promise<() => Promise<void>> {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=32', join(import.meta.dirname, '../src/server/main.ts')],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
        PORT: String(port),
        RATE_LIMITS: 'false',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`the portal ended with ${code}`)));
  });
  return async () => {
    child.removeAllListeners('exit');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
}

/** `school`: '' for the whole owner. */
export async function visitorAt(origin: string, userName: string, school?: string): Promise<Visitor> {
  const visitor = openVisitor(() => origin);
  const answers = [await visitor.signIn(userName, PASSWORD)];
  if (school !== undefined) answers.push(await visitor.switchSchool(school));
  for (const { status, body } of answers) {
    if (status !== 200) throw new Error(`The sign-in was refused: ${JSON.stringify(body)}`);
  }
  return visitor;
}
