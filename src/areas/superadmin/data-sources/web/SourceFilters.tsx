import { useTranslation } from 'react-i18next';

import { Select } from '#web/ui/Select.tsx';

import { sourceKinds, sourceOutcomes } from '../contract.ts';
import type { KindFilter, OutcomeFilter } from './filters.ts';

interface SourceFiltersProps {
  kind: KindFilter;
  outcome: OutcomeFilter;
  onKind: (kind: KindFilter) => void;
  onOutcome: (outcome: OutcomeFilter) => void;
}

export function SourceFilters({ kind, outcome, onKind, onOutcome }: SourceFiltersProps) {
  const { t } = useTranslation('data-sources');
  return (
    <div className="source-filters">
      <Select<KindFilter>
        label={t('filter.kind')}
        value={kind}
        options={[
          { value: 'all', label: t('filter.all') },
          ...sourceKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
        onChange={onKind}
      />
      <Select<OutcomeFilter>
        label={t('filter.status')}
        value={outcome}
        options={[
          { value: 'all', label: t('filter.all') },
          ...sourceOutcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
          { value: 'never', label: t('outcome.never') },
          { value: 'off', label: t('off') },
        ]}
        onChange={onOutcome}
      />
    </div>
  );
}
