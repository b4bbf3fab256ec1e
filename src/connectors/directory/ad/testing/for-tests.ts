import { type Samba, startSamba } from './samba.ts';

/** A controller on a busy machine may take its time. */
export const LONG_MS = 120_000;

/** A controller for a test file, which ends it; or one that does nothing, and the end of the name of what is skipped. */
export async function sambaForTests(): Promise<{ samba: Samba; skipped: string }> {
  const started = await startSamba();
  return typeof started === 'string'
    ? { samba: nowhere, skipped: `, skipped: ${started}` }
    : { samba: started, skipped: '' };
}

const absent = () => Promise.reject(new Error('There is no directory'));

const nowhere: Samba = {
  address: '',
  url: '',
  ca: '',
  domain: '',
  admin: { user: '', password: '' },
  tool: absent,
  stored: absent,
  modify: absent,
  stop: () => Promise.resolve(),
};
