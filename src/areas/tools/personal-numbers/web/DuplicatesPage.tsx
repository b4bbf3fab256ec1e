import { type ReactNode } from 'react';

import { ListPage } from '#web/list/ListPage.tsx';
import { later } from '#web/ui/later.tsx';

import { duplicateList, personalNumbers } from '../contract.ts';
import { accountsOf, duplicateLooks } from './looks.tsx';
import { NumberTabs } from './NumberTabs.tsx';

const DuplicateCard = later(async () => (await import('./DuplicateCard.tsx')).DuplicateCard);

const texts = { namespace: 'personal-numbers', prefix: 'duplicate.' };

/** Accounts that share a personal number. */
export function DuplicatesPage() {
  return (
    <ListPage
      list={duplicateList}
      route={personalNumbers.duplicates}
      texts={texts}
      looks={duplicateLooks}
      nameOf={accountsOf}
      views={<NumberTabs />}
      card={card}
    />
  );
}

const card = ({ key, close }: { key: string; close: () => void }): ReactNode => (
  <DuplicateCard key={key} id={Number(key)} onClose={close} />
);
