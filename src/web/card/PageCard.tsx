import './card.css';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '../format.ts';
import { loose } from '../loose.ts';
import { Page } from '../shell/Page.tsx';
import { useIsPhone } from '../ui/media.ts';
import { Select } from '../ui/Select.tsx';
import { TabLink, TabLinkGroup, TabLinks } from '../ui/TabLinks.tsx';
import { CardActs } from './CardActs.tsx';
import { type CardRead, CardState } from './CardState.tsx';
import type { Card } from './registry.ts';
import { TabPanel } from './TabPanel.tsx';
import { type Tabs, useTabs, useTabTexts } from './useTabs.ts';

interface PageCardProps<Subject> {
  card: Card<Subject>;
  read: CardRead<Subject>;
  name: string;
  titleOf: (subject: Subject) => string;
  marksOf?: (subject: Subject) => ReactNode;
  actsOf?: (subject: Subject) => ReactNode;
  /** Where to go when there is no such subject: its list. */
  wayOut?: ReactNode;
  tab: string | undefined;
  /** The tabs' own route, which ends in `/$tab`, and its other parameters: `/groups/$name/$tab`. */
  to: string;
  params: Readonly<Record<string, string>>;
}

/** A card as a page of its own, for subjects with many tabs: a grouped list of them beside the content. */
export function PageCard<Subject>(props: PageCardProps<Subject>) {
  const subject = props.read.data;
  const areTextsHere = useTabTexts(props.card);
  if (subject === undefined || !areTextsHere) {
    return (
      <Page title={props.name}>
        <CardState read={props.read} wayOut={props.wayOut} />
      </Page>
    );
  }
  return (
    <Page
      title={props.titleOf(subject)}
      lead={props.marksOf && <span className="cluster">{props.marksOf(subject)}</span>}
      acts={
        <>
          <CardActs card={props.card} subject={subject} />
          {props.actsOf?.(subject)}
        </>
      }
    >
      <Body {...props} subject={subject} />
    </Page>
  );
}

function Body<Subject>(props: PageCardProps<Subject> & { subject: Subject }) {
  const { card, subject, tab } = props;
  const isPhone = useIsPhone();
  const tabs = useTabs(card, subject, tab);
  const { current, say } = tabs;
  return (
    <div className="card-page">
      {isPhone ? <TabChoice {...props} tabs={tabs} /> : <TabList {...props} tabs={tabs} />}
      {current && <TabPanel key={current.id} tab={current} subject={subject} title={say(current.title)} />}
    </div>
  );
}

type WithTabs<Subject> = PageCardProps<Subject> & { subject: Subject; tabs: Tabs<Subject> };

function TabList<Subject>({ subject, tabs, to, params }: WithTabs<Subject>) {
  const { t } = useTranslation('card');
  const links = (group: Tabs<Subject>['groups'][number]) =>
    group.tabs.map((one) => {
      const count = one.count?.(subject);
      return (
        <TabLink
          key={one.id}
          to={loose(to)}
          params={loose({ ...params, tab: one.id })}
          search={loose({})}
          activeOptions={{ includeSearch: false }}
          // A card opened without a tab in its address shows the first one.
          {...(one === tabs.current ? { 'aria-current': 'page' as const } : {})}
          count={count === undefined ? undefined : formatNumber(count)}
        >
          {tabs.say(one.title)}
        </TabLink>
      );
    });
  return (
    <TabLinks label={t('tabs')} layout="list">
      {tabs.groups.map((group) =>
        group.title === undefined ? (
          links(group)
        ) : (
          <TabLinkGroup key={group.title} title={tabs.say(group.title)}>
            {links(group)}
          </TabLinkGroup>
        ),
      )}
    </TabLinks>
  );
}

function TabChoice<Subject>({ tabs, to, params }: WithTabs<Subject>) {
  const { t } = useTranslation('card');
  const navigate = useNavigate();
  return (
    <Select
      label={t('tab')}
      value={tabs.current?.id}
      options={tabs.groups.flatMap(({ title, tabs: some }) =>
        some.map((one) => ({
          value: one.id,
          label: tabs.say(one.title),
          ...(title === undefined ? {} : { note: tabs.say(title) }),
        })),
      )}
      onChange={(id) => void navigate(loose({ to, params: { ...params, tab: id }, search: {} }))}
    />
  );
}
