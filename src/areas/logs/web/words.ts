/** The words of the logs: events, tables, fields and values, as people read them. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { formatDate, formatDateTime } from '#web/format.ts';
import { loose } from '#web/loose.ts';

import type { Value } from '../changes.ts';

/** What a secret field holds on the wire, on both sides (design.md §1, "One journal"). */
export const SECRET = '***';

/** What these fields hold are names of fields. */
const namesFields = new Set(['ownedFields', 'invalidColumns']);

export interface LogWords {
  event: (event: string) => string;
  role: (role: string) => string;
  table: (table: string) => string;
  field: (table: string, field: string) => string;
  /** Undefined for nothing: the screen shows that in its own way. */
  value: (field: string, value: Value) => string | undefined;
  message: (message: { code: string; params: Record<string, string | number> }) => string;
}

export function useLogWords(): LogWords {
  const { t, i18n } = useTranslation(['logs', 'errors']);
  return useMemo(() => {
    const say: (key: string, params?: Record<string, string | number>) => string = loose(t);
    const find = (...keys: string[]) => keys.find((key) => i18n.exists(key, { ns: 'logs' }));
    const word = (code: string, ...keys: string[]) => {
      const key = find(...keys);
      return key === undefined ? code : say(key);
    };
    const fieldName = (name: string) => word(name, `field.${name}`);
    return {
      event: (event) => word(event, `choice.event.${event}`),
      role: (role) => word(role, `choice.actorRole.${role}`),
      table: (table) => word(table, `table.${table}`),
      field: (table, field) => word(field, `field.${table}.${field}`, `field.${field}`),
      value(field, value) {
        if (value === null || value === '') return undefined;
        if (value === SECRET) return t('hidden');
        if (typeof value === 'boolean') return value ? t('yes') : t('no');
        const text = String(value);
        if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text);
        if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return formatDateTime(text);
        if (namesFields.has(field)) return text.split(', ').map(fieldName).join(', ');
        return word(text, `value.${field}.${text}`);
      },
      message({ code, params }) {
        const key = find(`message.${code}`);
        if (key !== undefined) return say(key, params);
        // A refused attempt that was logged: the message of its refusal.
        return i18n.exists(code, { ns: 'errors' }) ? say(`errors:${code}`, params) : code;
      },
    };
  }, [t, i18n]);
}
