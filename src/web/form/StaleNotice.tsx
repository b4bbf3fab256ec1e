import { useTranslation } from 'react-i18next';

import { formatDate } from '../format.ts';
import { textOf } from '../list/definition.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import type { Stale } from './stale.ts';

interface StaleNoticeProps {
  stale: Stale;
  labelOf: (name: string) => string;
  isSaving: boolean;
  onKeep: () => void;
  onTake: () => void;
}

export function StaleNotice({ stale, labelOf, isSaving, onKeep, onTake }: StaleNoticeProps) {
  const { t } = useTranslation('form');
  const words = (value: unknown) => {
    if (value === null || value === undefined || value === '') return t('empty');
    return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : textOf(value);
  };
  return (
    <Alert tone="warning" title={t('staleTitle')} isLive>
      <p>{stale.fields.length > 0 ? t('staleText') : t('staleNothing')}</p>
      <ul className="form-stale">
        {stale.fields.map(({ name, before, now, mine }) => (
          <li key={name}>
            {t('staleChange', { label: labelOf(name), before: words(before), now: words(now) })}
            {mine !== undefined && <div>{t('staleYours', { yours: words(mine) })}</div>}
          </li>
        ))}
      </ul>
      <div className="cluster">
        <Button size="small" onPress={onKeep} isPending={isSaving}>
          {t('staleKeep')}
        </Button>
        {stale.fields.length > 0 && (
          <Button size="small" onPress={onTake}>
            {t('staleTake')}
          </Button>
        )}
      </div>
    </Alert>
  );
}
