import { useTranslation } from 'react-i18next';

import { Status, type StatusTone } from '#web/ui/Status.tsx';

import type { HealthState } from '../contract.ts';

const tones: Record<HealthState, StatusTone> = {
  ok: 'success',
  attention: 'warning',
  failed: 'danger',
  unset: 'neutral',
};

export function StateMark({ state, isRunning = false }: { state: HealthState; isRunning?: boolean }) {
  const { t } = useTranslation('health');
  return isRunning ? (
    <Status tone="info">{t('state.running')}</Status>
  ) : (
    <Status tone={tones[state]}>{t(`state.${state}`)}</Status>
  );
}
