/** What a password must be (specification §5; ASVS 5.0 §6.2), the same on the screen as on the server. */
import type { FieldProblem } from '#kernel/errors.ts';
import { limits } from '#kernel/limits.ts';

export interface PasswordRules {
  /** The specification's 7; a site may raise it, never lower it. */
  minimum: number;
  /** The specification asks for a number; a site that follows ASVS 5.0 may let that go for a longer minimum. */
  needsNumber: boolean;
}

export const presetRules: PasswordRules = { minimum: limits.passwordMinimum, needsNumber: true };

/** The longest a site may ask for: beyond it nobody could hand one out. */
export const HIGHEST_MINIMUM = 32;
/** Without a number in it a password must at least be this long, whatever the site says. */
export const LEAST_WITHOUT_NUMBER = 8;

/** A site's settings as rules: nothing stored makes the specification's rules weaker. */
export function rulesOf({ minimum, needsNumber }: Partial<PasswordRules>): PasswordRules {
  const wanted = Math.min(Math.max(minimum ?? 0, presetRules.minimum), HIGHEST_MINIMUM);
  const mayDropNumber = needsNumber === false && wanted >= LEAST_WITHOUT_NUMBER;
  return { minimum: wanted, needsNumber: !mayDropNumber };
}

interface Owner {
  userName: string;
  displayName: string;
}

/** What is tried first by whoever guesses: these words with some digits and signs around them. */
const common = new Set(
  `abc abcd abcde abcdef abcdefg admin asdf asdfgh barcelona bergen brann chelsea dragon elev fotball football fredag
  gutt hallo heisann hei hemmelig hemmeleg hund iloveyou jente jul katt konge kongen letmein liverpool lord love lykke
  lærer mamma mandag manchester master minecraft monkey mandagen norge noreg oslo pappa pass password passord passordet
  pokemon princess prinsesse qwer qwert qwerty qwertyuiop roblox rosenborg sjokolade skole skolen skule skulen sol
  sommer sommeren sommar start student sunshine super superman test teste tester tirsdag tromso trondheim troll velkommen
  velkomen vinter vår welcome winter summer summertime zxcvbn zxcvbnm onsdag torsdag torsdagen lørdag søndag januar
  februar mars april mai juni juli august september oktober november desember`.split(/\s+/),
);

const LEAST_NAME = 4;

/** At most one problem: what to mend first. `path` is the field of the command. */
export function problemOfPassword(
  password: string,
  owner: Owner,
  { minimum, needsNumber }: PasswordRules,
  path = 'newPassword',
): FieldProblem | undefined {
  const problem = (key: string, params = {}): FieldProblem => ({ path, key, params });
  if (Array.from(password).length < minimum) return problem('minLength', { length: minimum });
  if (needsNumber && !/\d/.test(password)) return problem('passwordNumber');
  if (isCommon(password)) return problem('passwordCommon');
  if (holdsName(password, owner)) return problem('passwordName');
  return undefined;
}

function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  const word = plain.replaceAll(/[^\p{L}]/gu, '');
  if (word === '') return isRun(plain.replaceAll(/\D/g, ''));
  return common.has(word);
}

/** `1234567`, `7654321`, `1111111`: digits that follow each other by one and the same step. */
function isRun(digits: string): boolean {
  const steps = new Set(
    Array.from(digits)
      .slice(1)
      .map((digit, index) => Number(digit) - Number(digits[index])),
  );
  return digits.length === 0 || (steps.size === 1 && Math.abs([...steps][0] ?? 0) <= 1);
}

function holdsName(password: string, { userName, displayName }: Owner): boolean {
  const plain = password.toLowerCase();
  const names = [userName, ...displayName.split(/[\s-]+/)].map((name) => name.toLowerCase());
  return names.some((name) => name.length >= LEAST_NAME && plain.includes(name));
}
