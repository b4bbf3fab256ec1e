import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { SourceMembership } from '#connectors/source/port.ts';

import { createMembershipFacts } from './membership-facts.ts';

const one = fc.record(
  {
    role: fc.constantFrom<SourceMembership['role']>('pupil', 'teacher', 'other'),
    subrole: fc.constantFrom('', 'B', 'rektor', 'a\tb'),
    begin: fc.constantFrom('2026-08-17', '2026-01-01'),
    end: fc.constantFrom('2026-08-17', '2027-06-30'),
    primary: fc.boolean(),
  },
  { requiredKeys: ['role', 'primary'] },
);

const membership = (part: Partial<SourceMembership>): SourceMembership => ({
  kind: 'membership',
  line: 1,
  group: { source: 'sas', id: 'g' },
  person: { source: 'sas', id: 'p' },
  active: true,
  role: 'pupil',
  primary: false,
  ...part,
});

it('says of each membership what it says of it alone, whatever came before, and tells every number once', () => {
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), fc.integer({ min: 1, max: 3 }), (list, kept) => {
      const told = new Map<number, string>();
      const facts = createMembershipFacts(({ n, text }) => {
        expect(told.has(n)).toBe(false);
        told.set(n, text);
      }, kept);
      for (const part of list) {
        const alone = createMembershipFacts(() => undefined)(membership(part));
        const { n, text } = facts(membership(part));
        expect(text).toBe(alone.text);
        expect(told.get(n)).toBe(text);
      }
    }),
  );
});

it('gives those that are alike one number', () => {
  const facts = createMembershipFacts(() => undefined);
  const [pupil, teacher] = [membership({}), membership({ role: 'teacher' })];
  expect([pupil, teacher, pupil, teacher].map((each) => facts(each).n)).toEqual([1, 2, 1, 2]);
});

it('writes them as COPY reads them', () => {
  const rektor = membership({ role: 'leader', subrole: 'rektor', end: '2027-06-30', primary: true });
  expect(createMembershipFacts(() => undefined)(rektor).text).toBe(
    'leader\trektor\tRektor\t\\N\t2027-06-30\tt',
  );
});
