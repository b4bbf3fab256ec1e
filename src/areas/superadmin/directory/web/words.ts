/** What a directory keeps, in words people read. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDate } from '#web/format.ts';
import { loose } from '#web/loose.ts';

import type { DriftRow } from '../contract.ts';

/** Values that are words of ours: `true` of `enabled` is "Åpen". */
const worded = new Set(['object', 'member', 'enabled', 'hidden', 'mustChange', 'role']);

export interface Words {
  /** The field, with the member where that is the difference. */
  field: (row: Pick<DriftRow, 'field' | 'member'>) => string;
  value: (field: DriftRow['field'], value: string | null) => string;
}

export function useWords(): Words {
  const { t, i18n } = useTranslation('directory');
  return useMemo(() => {
    const worder = (key: string): string | undefined =>
      i18n.exists(key, { ns: 'directory' }) ? t(loose(key)) : undefined;

    const place = (value: string): string => {
      const [, school, branch] = /^([^/=]*)\/(students|employees|groups)$/.exec(value) ?? [];
      if (school === undefined || branch === undefined) return value;
      return `${school === '' ? t('place.common') : school} / ${worder(`place.${branch}`) ?? branch}`;
    };
    return {
      field: ({ field, member }) =>
        field === 'member'
          ? t('field.member', { name: member?.name ?? t('unknownObject') })
          : t(`choice.field.${field}`),
      value(field, value) {
        if (worded.has(field)) return worder(`value.${field}.${value ?? 'none'}`) ?? value ?? t('value.none');
        if (value === null) return t('value.none');
        if (field === 'place') return place(value);
        return field === 'expiresOn' ? formatDate(value) : value;
      },
    };
  }, [t, i18n]);
}
