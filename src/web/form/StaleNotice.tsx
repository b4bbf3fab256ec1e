import { useTranslation } from 'react-i18next';

import { formatDate, formatNumber } from '../format.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { type Stale, told } from './stale.ts';

interface StaleNoticeProps {
  stale: Stale;
  labelOf: (name: string) => string;
  isSaving: boolean;
  onKeep: () => void;
  onTake: () => void;
}

export function StaleNotice({ stale, labelOf, isSaving, onKeep, onTake }: StaleNoticeProps) {
  const { t } = useTranslation('form');
  const words = (value: unknown, other: unknown) => {
    if (value === null || value === undefined || value === '') return t('empty');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value);
    const { text, more } = told(value, other);
    if (text === '') return '–';
    return more === 0 ? text : t('staleMore', { text, more: formatNumber(more) });
  };
  return (
    <Alert tone="warning" title={t('staleTitle')} isLive>
      <p>{stale.fields.length > 0 ? t('staleText') : t('staleNothing')}</p>
      <ul className="form-stale">
        {stale.fields.map(({ name, before, now, mine }) => (
          <li key={name}>
            {t('staleChange', { label: labelOf(name), before: words(before, now), now: words(now, before) })}
            {mine !== undefined && <div>{t('staleYours', { yours: words(mine, now) })}</div>}
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
