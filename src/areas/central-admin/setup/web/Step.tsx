import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { loose } from '#web/loose.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Status, type StatusTone } from '#web/ui/Status.tsx';

import { setup, type StepRow } from '../contract.ts';

const tones: Record<StepRow['state'], StatusTone> = { done: 'success', open: 'warning', later: 'neutral' };

interface StepProps {
  row: StepRow;
  number: number;
  /** The first one that is not done: it stands open. */
  isNext: boolean;
  /** Where it is done, when not here. */
  page: string | undefined;
  /** The form of the step, where it is done here. */
  children: ReactNode;
}

/** One step of the guide: what it is for, how it stands, and where or how it is done. */
export function Step({ row: { step, state, found }, number, isNext, page, children }: StepProps) {
  const { t } = useTranslation('setup');
  const text: (key: string) => string = loose(t);
  const [isToggled, setToggled] = useState(false);
  const { mutate, isPending } = useWrite(setup.putOff, { touches: ['setup'] });
  const isOpen = isNext !== isToggled;
  return (
    <li className="card first-day-step">
      <div className="first-day-head">
        <h2 className="section-title">
          {number}. {text(`step.${step}`)}
        </h2>
        <Status tone={tones[state]}>{t(`state.${state}`)}</Status>
      </div>
      {found !== null && <p className="meta first-day-found">{found}</p>}
      {isOpen && (
        <>
          <p>{text(`why.${step}`)}</p>
          {children}
        </>
      )}
      <div className="first-day-acts">
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? t('hide') : t('show')}: ${text(`step.${step}`)}`}
          onPress={() => setToggled(!isToggled)}
        >
          {isOpen ? t('hide') : t('show')}
        </Button>
        {page !== undefined && <LinkButton to={loose(page)}>{text(`go.${step}`)}</LinkButton>}
        {state !== 'done' && (
          <Button
            size="small"
            isPending={isPending}
            onPress={() => mutate({ step, isLater: state === 'open' })}
          >
            {state === 'open' ? t('later') : t('takeUp')}
          </Button>
        )}
      </div>
    </li>
  );
}
