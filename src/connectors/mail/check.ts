/** Tries a mail server by sending a mail through it, and says how far it came. */
import type { Mail } from './message.ts';
import { MailError, type MailServer, type MailStep, mailSteps, sendMail } from './smtp.ts';

export interface MailCheck {
  name: MailStep;
  outcome: 'ok' | 'warning' | 'failed' | 'skipped';
  said: string | null;
}

export async function checkMail(server: MailServer, mail: Mail, now: Date): Promise<MailCheck[]> {
  try {
    const { isEncrypted, said } = await sendMail(server, mail, now);
    return mailSteps.map((name) => {
      if (name === 'encrypted') return { name, outcome: isEncrypted ? 'ok' : 'warning', said: null };
      if (name === 'sign-in' && server.user === undefined) return { name, outcome: 'skipped', said: null };
      return { name, outcome: 'ok', said: name === 'accepted' ? said : null };
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    const failed = mailSteps.indexOf(error.step);
    return mailSteps.map((name, at) => {
      if (at === failed) return { name, outcome: 'failed', said: error.message };
      const wasTried = at < failed && !(name === 'sign-in' && server.user === undefined);
      return { name, outcome: wasTried ? 'ok' : 'skipped', said: null };
    });
  }
}
