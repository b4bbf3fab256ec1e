import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '../format.ts';
import { loose } from '../loose.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { TabLink, TabLinks } from '../ui/TabLinks.tsx';
import { CardActs } from './CardActs.tsx';
import { type CardRead, CardState } from './CardState.tsx';
import type { Card } from './registry.ts';
import { TabPanel } from './TabPanel.tsx';
import { useTabs, useTabTexts } from './useTabs.ts';

interface DrawerCardProps<Subject> {
  card: Card<Subject>;
  read: CardRead<Subject>;
  /** Its name before it has come: the key in the address. */
  name: string;
  titleOf: (subject: Subject) => string;
  /** Under the title: badges and status. */
  marksOf?: (subject: Subject) => ReactNode;
  actsOf?: (subject: Subject) => ReactNode;
  /** The tab in the address. */
  tab: string | undefined;
  onClose: () => void;
}

/** A card beside its list, at `?open=<key>&tab=<id>`. */
export function DrawerCard<Subject>(props: DrawerCardProps<Subject>) {
  const subject = props.read.data;
  const areTextsHere = useTabTexts(props.card);
  if (subject === undefined || !areTextsHere) {
    return (
      <Drawer title={props.name} onClose={props.onClose}>
        <CardState read={props.read} />
      </Drawer>
    );
  }
  return <Loaded {...props} subject={subject} />;
}

function Loaded<Subject>(props: DrawerCardProps<Subject> & { subject: Subject }) {
  const { card, subject, titleOf, marksOf, actsOf, tab, onClose } = props;
  const { t } = useTranslation('card');
  const { all, current, say } = useTabs(card, subject, tab);
  return (
    <Drawer
      title={titleOf(subject)}
      subtitle={marksOf?.(subject)}
      actions={
        <>
          <CardActs card={card} subject={subject} />
          {actsOf?.(subject)}
        </>
      }
      onClose={onClose}
      tabs={
        all.length > 1 && (
          <TabLinks label={t('tabs')}>
            {all.map((one, place) => {
              const count = one.count?.(subject);
              return (
                <TabLink
                  key={one.id}
                  to="."
                  search={loose((before: Record<string, unknown>) => withTab(before, place, one.id))}
                  activeOptions={{ explicitUndefined: true }}
                  count={count === undefined ? undefined : formatNumber(count)}
                  replace
                >
                  {say(one.title)}
                </TabLink>
              );
            })}
          </TabLinks>
        )
      }
    >
      {current && <TabPanel key={current.id} tab={current} subject={subject} title={say(current.title)} />}
    </Drawer>
  );
}

/** The first tab is the card's own address. What lists inside tabs keep (`<list>.search`) is left behind. */
function withTab(before: Record<string, unknown>, place: number, id: string): Record<string, unknown> {
  const kept = Object.entries(before).filter(([name]) => !name.includes('.'));
  return { ...Object.fromEntries(kept), tab: place === 0 ? undefined : id };
}
