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

it('says of each membership what it says of it alone, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (list) => {
      const facts = createMembershipFacts();
      for (const part of list) {
        const membership: SourceMembership = {
          kind: 'membership',
          line: 1,
          group: { source: 'sas', id: 'g' },
          person: { source: 'sas', id: 'p' },
          active: true,
          ...part,
        };
        expect(facts(membership)).toBe(createMembershipFacts()(membership));
      }
    }),
  );
});

it('writes them as COPY reads them', () => {
  const membership = {
    kind: 'membership',
    line: 1,
    group: { source: 'sas', id: 'g' },
    person: { source: 'sas', id: 'p' },
    active: true,
    role: 'leader',
    subrole: 'rektor',
    end: '2027-06-30',
    primary: true,
  } as const;
  expect(createMembershipFacts()(membership)).toBe('leader\trektor\tRektor\t\\N\t2027-06-30\tt');
});
