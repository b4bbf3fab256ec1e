/**
 * What stands in the way of an exam, and what mends it (specification §2 "Exam groups", §4, §5, §9). Pure: every fact
 * is handed in, so that the card, the list and the tests judge alike.
 */
import { addDays } from '#kernel/dates.ts';
import { accessUnder, judge, type LockInForce } from '#kernel/internet/decide.ts';
import { readDomain } from '#kernel/internet/domain.ts';
import { type ChatRestriction, isChatLate, overlaps, type Period } from '#kernel/internet/lock-times.ts';

/** `stop`: it cannot be held so. `warn`: it goes worse than it should. `info`: one should know. */
export const findingLevels = ['stop', 'warn', 'info'] as const;
export type FindingLevel = (typeof findingLevels)[number];

export const findingCodes = [
  'candidates.making',
  'directory.none',
  'directory.away',
  'accounts.waiting',
  'accounts.failed',
  'accounts.missing',
  'passwords.missing',
  'passwords.waiting',
  'lock.none',
  'lock.otherDay',
  'lock.late',
  'lock.overlap',
  'lock.opensNothing',
  'lock.withoutResources',
  'domains.invalid',
  'domains.shut',
  'chat.late',
  'chat.notConnected',
  'teacher.none',
  'teacher.gone',
  'teacher.busy',
  'points.none',
  'points.silent',
  'points.clock',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** What a button beside a finding does. */
export const mends = [
  'bring',
  'renewLacking',
  'makeLock',
  'changeLock',
  'openResources',
  'changeExam',
  'seePoints',
] as const;
export type Mend = (typeof mends)[number];

export interface Finding {
  code: FindingCode;
  level: FindingLevel;
  params: Record<string, string | number>;
  mend: Mend | null;
  /** The lock it is about. */
  lock: number | null;
}

export interface LockFacts extends Period {
  id: number;
  description: string;
  /** When it was to begin. */
  start: Date;
  chatSince: Date;
  /** In force on the exam's day. */
  onDay: boolean;
  chat: ChatRestriction;
  examResources: boolean;
  /** As they are written in the lock, its packages and resources. */
  domains: readonly string[];
  inForce: LockInForce;
}

export interface ExamFacts {
  now: Date;
  today: string;
  examDate: string;
  /** Still being made; null = all there. */
  wanted: number | null;
  candidates: number;
  /** Without a password to show. */
  withoutPassword: number;
  directory: { connected: boolean; awaySince: Date | null };
  /** Of the candidates' accounts: in the directory, on their way, refused by it, and with their password. */
  accounts: { there: number; waiting: number; failed: number; withPassword: number };
  /** Undefined: nobody. `here`: employed at the school. */
  teacher: { name: string; here: boolean; busyWith: string | null } | undefined;
  /** Those that are not over. */
  locks: readonly LockFacts[];
  /** One that was in force on the exam's day is over: nothing is lacking any more. */
  wasLocked: boolean;
  /** Exam resources there are to open. */
  resources: number;
  /** Those that serve the school. */
  points: readonly { name: string; isAlive: boolean; clockOffMs: number | null }[];
  chatConnected: boolean;
}

const CLOCK_MS = 1_000;
/** From so many days before, what is not there yet is in the way. */
const NEAR_DAYS = 1;

const levels: Record<FindingLevel, number> = { stop: 0, warn: 1, info: 2 };

/** The gravest first. */
export function findingsOf(facts: ExamFacts): Finding[] {
  return [
    ...accountFindings(facts),
    ...lockFindings(facts),
    ...facts.locks.flatMap((lock) => [...domainFindings(lock, facts), ...chatFindings(lock, facts)]),
    ...teacherFindings(facts),
    ...pointFindings(facts),
  ].toSorted((a, b) => levels[a.level] - levels[b.level]);
}

/** The gravest of them; undefined = nothing stands in the way. */
export const worstOf = (findings: readonly Finding[]): FindingLevel | undefined =>
  findingLevels.find((level) => findings.some((finding) => finding.level === level));

const finding = (
  code: FindingCode,
  level: FindingLevel,
  params: Finding['params'] = {},
  mend: Mend | null = null,
  lock: number | null = null,
): Finding => ({ code, level, params, mend, lock });

function accountFindings(facts: ExamFacts): Finding[] {
  const { wanted, candidates, withoutPassword, directory, accounts } = facts;
  const found: Finding[] = [];
  if (wanted !== null) found.push(finding('candidates.making', 'info', { count: candidates, of: wanted }));
  if (withoutPassword > 0) {
    found.push(finding('passwords.missing', 'stop', { count: withoutPassword }, 'renewLacking'));
  }
  if (!directory.connected) return [...found, finding('directory.none', 'warn')];
  if (directory.awaySince) {
    found.push(finding('directory.away', isNear(facts) ? 'stop' : 'warn', {}, 'bring'));
  }
  const { there, waiting, failed, withPassword } = accounts;
  const missing = candidates - there - waiting - failed;
  if (failed > 0) found.push(finding('accounts.failed', 'stop', { count: failed }, 'bring'));
  if (missing > 0) found.push(finding('accounts.missing', 'stop', { count: missing }, 'bring'));
  if (waiting > 0) found.push(finding('accounts.waiting', 'info', { count: waiting }));
  if (withPassword < there && failed + waiting === 0) {
    found.push(finding('passwords.waiting', 'warn', { count: there - withPassword }, 'bring'));
  }
  return found;
}

const isNear = ({ today, examDate }: ExamFacts): boolean => examDate <= addDays(today, NEAR_DAYS);

function lockFindings(facts: ExamFacts): Finding[] {
  const { locks, wasLocked } = facts;
  if (locks.length === 0) {
    if (wasLocked) return [];
    return [finding('lock.none', isNear(facts) ? 'stop' : 'warn', {}, 'makeLock')];
  }
  const [first] = locks;
  const found: Finding[] = [];
  if (first && !wasLocked && !locks.some((lock) => lock.onDay)) {
    const { description, id } = first;
    found.push(finding('lock.otherDay', 'stop', { name: description }, 'changeLock', id));
  }
  for (const [index, lock] of locks.entries()) {
    const other = locks.slice(index + 1).find((one) => overlaps(one, lock));
    if (other) {
      const params = { name: lock.description, other: other.description };
      found.push(finding('lock.overlap', 'warn', params, 'changeLock', lock.id));
    }
  }
  return found;
}

function domainFindings(lock: LockFacts, facts: ExamFacts): Finding[] {
  const { id, description: name, domains, inForce } = lock;
  const found: Finding[] = [];
  if (lock.from > lock.start && lock.from > facts.now) {
    found.push(finding('lock.late', 'warn', { name }, 'changeLock', id));
  }
  const invalid = domains.filter((domain) => !('domain' in readDomain(domain)));
  if (invalid.length > 0) {
    found.push(finding('domains.invalid', 'warn', { name, domains: invalid.join(', ') }, 'changeLock', id));
  }
  const together = facts.locks.filter((other) => overlaps(other, lock)).map((other) => other.inForce);
  const access = accessUnder(together);
  const shut = domains.filter((domain) => !invalid.includes(domain) && !judge(access, domain).open);
  if (shut.length > 0) {
    found.push(finding('domains.shut', 'warn', { name, domains: shut.join(', ') }, 'changeLock', id));
  }
  if (inForce.open.length === 0) {
    found.push(finding('lock.opensNothing', 'info', { name }, 'changeLock', id));
  }
  if (facts.resources > 0 && !lock.examResources) {
    const mend = lock.from > facts.now ? 'openResources' : null;
    found.push(finding('lock.withoutResources', 'info', { name, count: facts.resources }, mend, id));
  }
  return found;
}

function chatFindings(lock: LockFacts, { now, chatConnected }: ExamFacts): Finding[] {
  if (lock.chat === 'none') return [];
  const { id, description: name } = lock;
  // Of a lock that has begun nothing about the chat can be changed.
  const mend = lock.from > now ? 'changeLock' : null;
  if (!chatConnected) return [finding('chat.notConnected', 'warn', { name }, mend, id)];
  return isChatLate(lock, lock.chatSince) ? [finding('chat.late', 'warn', { name }, mend, id)] : [];
}

function teacherFindings({ teacher }: ExamFacts): Finding[] {
  if (!teacher) return [finding('teacher.none', 'warn', {}, 'changeExam')];
  const { name, here, busyWith } = teacher;
  if (!here) return [finding('teacher.gone', 'warn', { name }, 'changeExam')];
  return busyWith === null ? [] : [finding('teacher.busy', 'warn', { name, other: busyWith }, 'changeExam')];
}

function pointFindings(facts: ExamFacts): Finding[] {
  const { points } = facts;
  const level = isNear(facts) ? 'stop' : 'warn';
  if (points.length === 0) return [finding('points.none', level, {}, 'seePoints')];
  const silent = points.filter(({ isAlive }) => !isAlive);
  const wrong = points.filter(({ clockOffMs }) => clockOffMs !== null && Math.abs(clockOffMs) > CLOCK_MS);
  const named = (some: typeof silent) => ({ names: some.map(({ name }) => name).join(', ') });
  return [
    ...(silent.length > 0
      ? [
          finding(
            'points.silent',
            silent.length === points.length ? level : 'warn',
            named(silent),
            'seePoints',
          ),
        ]
      : []),
    ...(wrong.length > 0 ? [finding('points.clock', 'warn', named(wrong), 'seePoints')] : []),
  ];
}
