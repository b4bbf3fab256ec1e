import { type ReactNode } from 'react';

import { ListPage } from '#web/list/ListPage.tsx';
import { later } from '#web/ui/later.tsx';

import { deviationList, personalNumbers, type SsnDeviation } from '../contract.ts';
import { deviationLooks } from './looks.tsx';
import { NumberTabs } from './NumberTabs.tsx';

const DeviationCard = later(async () => (await import('./DeviationCard.tsx')).DeviationCard);

const texts = { namespace: 'personal-numbers', prefix: 'deviation.' };
const nameOf = ({ displayName }: SsnDeviation) => displayName;

/** Whose personal number is missing, provisional, wrong, or not what the source says. */
export function DeviationsPage() {
  return (
    <ListPage
      list={deviationList}
      route={personalNumbers.deviations}
      texts={texts}
      looks={deviationLooks}
      nameOf={nameOf}
      views={<NumberTabs />}
      card={card}
    />
  );
}

const card = ({ key, close }: { key: string; close: () => void }): ReactNode => (
  <DeviationCard key={key} userName={key} onClose={close} />
);
