import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { Day, Description, Email, orNothing, Phone } from '#kernel/fields.ts';

import { changed, isOptional, problemsIn } from './schema.ts';
import { compare } from './stale.ts';

const schema = z.object({
  name: z.string().trim().min(1).max(10),
  password: z.string().min(7),
  email: orNothing(Email),
  phone: orNothing(Phone).optional(),
  description: orNothing(Description),
  expires: Day,
  capacity: z.number().min(1).max(10_000),
  role: z.enum(['student', 'employee']),
});
const good = {
  name: 'Nora',
  password: '1234567',
  email: '',
  phone: '',
  description: '',
  expires: '2027-01-01',
  capacity: 20,
  role: 'student',
};

const problemOf = (field: string, value: unknown) => {
  const problem = problemsIn(schema, { ...good, [field]: value }).get(field);
  return problem && { key: problem.key, ...problem.params };
};

describe('what a contract’s schema says about a form', () => {
  it('finds nothing wrong with good values', () => {
    expect([...problemsIn(schema, good)]).toEqual([]);
  });

  it('names the generic message of each rule (specification §5)', () => {
    expect(problemOf('name', '')).toEqual({ key: 'required' });
    expect(problemOf('role', undefined)).toEqual({ key: 'required' });
    expect(problemOf('capacity', undefined)).toEqual({ key: 'required' });
    expect(problemOf('expires', '')).toEqual({ key: 'required' });
    expect(problemOf('capacity', 'mange')).toEqual({ key: 'invalid' });
    expect(problemOf('name', 'x'.repeat(11))).toEqual({ key: 'maxLength', length: 10 });
    expect(problemOf('password', 'kort')).toEqual({ key: 'minLength', length: 7 });
    expect(problemOf('email', 'x@')).toEqual({ key: 'email' });
    expect(problemOf('description', 'a <b>')).toEqual({ key: 'angles' });
    expect(problemOf('phone', '12')).toEqual({ key: 'invalid' });
    expect(problemOf('expires', '31.02.2027')).toEqual({ key: 'invalid' });
    expect(problemOf('capacity', 0)).toEqual({ key: 'min', min: 1 });
    expect(problemOf('capacity', 10_001)).toEqual({ key: 'max', max: 10_000 });
  });

  it('tells which fields may be left empty', () => {
    const optional = Object.keys(good).filter((name) => isOptional(schema, name));
    expect(optional).toEqual(['email', 'phone', 'description']);
  });

  it('sends only what was changed, and takes empty and nothing for the same', () => {
    expect(
      changed({ title: null, email: 'a@b.no', tags: ['a'] }, { title: '', email: 'c@d.no', tags: ['a'] }),
    ).toEqual({
      email: 'c@d.no',
    });
  });

  it('shows what somebody else changed beside what is typed', () => {
    const stale = compare({
      before: { title: 'Lærer', email: 'a@b.no' },
      latest: { title: 'Rektor', email: 'a@b.no' },
      mine: { title: 'Inspektør', email: 'c@d.no' },
      fixed: { version: 2 },
    });
    expect(stale.fields).toEqual([{ name: 'title', before: 'Lærer', now: 'Rektor', mine: 'Inspektør' }]);
  });
});
