import { describe, expect, it } from 'vitest';

import { shieldedPupil, story } from './story.ts';
import { readBack } from './testing.ts';

const file = readBack();

function rolesAt(person: string, group: string): string {
  return file.members
    .filter((each) => each.person === person && each.group === group)
    .map(({ xml }) => xml)
    .join('');
}

describe('the people of the story', () => {
  it('are in the file under the name the story tells', () => {
    const people = story();
    expect(people).toHaveLength(9);
    for (const { sourceId, displayName } of people) {
      expect(file.persons.get(sourceId)?.fullName).toBe(displayName);
    }
    expect(new Set(people.map(({ sourceId }) => sourceId)).size).toBe(9);
  });

  it('are given roles only at schools that are there and where they work', () => {
    for (const { sourceId, grants } of story()) {
      for (const { schoolId } of grants) {
        if (schoolId === undefined) continue;
        expect(file.groups.get(schoolId)?.type).toBe('skole');
        expect(rolesAt(sourceId, schoolId)).not.toBe('');
      }
    }
  });

  it.each([
    ['school-ict', '<subrole>iktansvarlig</subrole>'],
    ['principal', '<subrole>rektor</subrole>'],
    ['teacher', '<subrole>faglærer</subrole>'],
    ['pupil', 'roletype="01"'],
  ])('do in the file what they are in the story: %s', (part, expected) => {
    const person = story().find((each) => each.part === part);
    expect(rolesAt(person?.sourceId ?? '', person?.schoolId ?? '')).toContain(expected);
  });

  it.each(['2026-11-20', '2027-08-20', '2030-01-15'])(
    'have a pupil to shield in every school year: %s',
    (date) => {
      const { sourceId } = shieldedPupil({ date });
      expect(readBack({ date }).persons.get(sourceId)?.xml).toContain('Adressesperre');
    },
  );

  it('keep their ids on a night with many changes', () => {
    const changed = readBack({ changes: 0.5 });
    for (const { sourceId, displayName } of story({ changes: 0.5 })) {
      expect(changed.persons.get(sourceId)?.fullName).toBe(displayName);
    }
    expect(story({ changes: 0.5 }).map(({ sourceId }) => sourceId)).toEqual(
      story().map(({ sourceId }) => sourceId),
    );
  });

  it('are fewer where there are few to choose from', () => {
    const parts = story({ schools: 1, pupils: 10, employees: 2 }).map(({ part }) => part);
    expect(parts).toEqual(['principal', 'pupil', 'superadmin']);
  });
});
