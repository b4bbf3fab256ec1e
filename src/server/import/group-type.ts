/** The source's group types as the portal's (glossary §1). What has no screen is kept as `other` under its own name. */
import type { SourceGroup } from '#connectors/source/port.ts';

import type { ImportSettings } from './settings.ts';

export type StoredGroupType = 'class' | 'basis' | 'instruction' | 'tutor' | 'grade' | 'subject' | 'other';

const shown: Partial<Record<SourceGroup['type'], StoredGroupType>> = {
  instruction: 'instruction',
  tutor: 'tutor',
  grade: 'grade',
  subject: 'subject',
};

export function storedTypeOf(type: SourceGroup['type'], { classTerm }: ImportSettings): StoredGroupType {
  return type === 'basis' ? classTerm : (shown[type] ?? 'other');
}
