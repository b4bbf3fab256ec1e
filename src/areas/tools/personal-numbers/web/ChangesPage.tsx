import './personal-numbers.css';
import { type ReactNode } from 'react';

import { ListPage } from '#web/list/ListPage.tsx';
import { later } from '#web/ui/later.tsx';

import { changeList, personalNumbers, type SsnChange } from '../contract.ts';
import { Hours } from './Hours.tsx';
import { changeLooks } from './looks.tsx';
import { NumberTabs } from './NumberTabs.tsx';
import { RegisterChange } from './RegisterChange.tsx';

const ChangeCard = later(async () => (await import('./ChangeCard.tsx')).ChangeCard);

const texts = { namespace: 'personal-numbers', prefix: 'change.' };
const nameOf = ({ displayName }: SsnChange) => displayName;

/** Changes of personal numbers that wait for the import, and those it carried out. */
export function ChangesPage() {
  return (
    <ListPage
      list={changeList}
      route={personalNumbers.list}
      texts={texts}
      looks={changeLooks}
      nameOf={nameOf}
      views={
        <>
          <NumberTabs />
          <div className="number-hours">
            <Hours />
          </div>
        </>
      }
      primary={<RegisterChange />}
      card={card}
    />
  );
}

const card = ({ key, close }: { key: string; close: () => void }): ReactNode => (
  <ChangeCard key={key} id={Number(key)} onClose={close} />
);
