import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notices.ts';
import { Select } from '#web/ui/Select.tsx';
import { Switch } from '#web/ui/Switch.tsx';

import { directory } from '../contract.ts';
import type { Simulation } from '../state.ts';

const delays = [0, 500, 2_000, 10_000];
const failures = [0, 10, 50, 100];

/** The simulated directory can be made slow, refusing or unreachable, and changed by somebody else: all at once. */
export function SimulationCard({ simulation }: { simulation: Simulation }) {
  const { t } = useTranslation('directory');
  const save = useWrite(directory.simulate);
  const disturb = useWrite(directory.disturb);
  // What was asked for stands at once, and the directory's own answer when it is there.
  const [asked, setAsked] = useState<Simulation>();
  const shown = asked ?? simulation;
  const set = (changed: Partial<Simulation>) => {
    const wanted = { ...shown, ...changed };
    setAsked(wanted);
    save.mutate(wanted, { onSettled: () => setAsked(undefined) });
  };
  const meddle = async () => {
    const { count } = await disturb.mutateAsync({});
    notify({ tone: 'success', text: t('simulation.disturbed', { count }) });
  };
  return (
    <section className="card directory-simulation">
      <h2 className="section-title">{t('simulation.title')}</h2>
      <p className="meta">{t('simulation.text')}</p>
      <Switch
        label={t('simulation.unreachable')}
        isSelected={shown.unreachable}
        onChange={(unreachable) => set({ unreachable })}
      />
      <div className="directory-simulation-fields">
        <Select
          label={t('simulation.delay')}
          options={withCurrent(delays, shown.delayMs).map((ms) => ({
            value: String(ms),
            label:
              ms === 0 ? t('simulation.delayNone') : t('simulation.delaySeconds', { seconds: ms / 1_000 }),
          }))}
          value={String(shown.delayMs)}
          onChange={(ms) => set({ delayMs: Number(ms) })}
        />
        <Select
          label={t('simulation.failures')}
          options={withCurrent(failures, shown.failPercent).map((percent) => ({
            value: String(percent),
            label: percent === 0 ? t('simulation.failuresNone') : t('simulation.failuresShare', { percent }),
          }))}
          value={String(shown.failPercent)}
          onChange={(percent) => set({ failPercent: Number(percent) })}
        />
      </div>
      <div className="directory-disturb">
        <Button isPending={disturb.isPending} onPress={() => void meddle().catch(() => {})}>
          {t('simulation.disturb')}
        </Button>
        <p className="meta">{t('simulation.disturbText')}</p>
      </div>
    </section>
  );
}

/** What is set may be none of the steps. */
const withCurrent = (steps: readonly number[], current: number): number[] =>
  [...new Set([...steps, current])].toSorted((one, other) => one - other);
