import './explain.css';
import './lock-form.css';
import './locks.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { explanations } from '#areas/internet/explain/contract.ts';
import { users } from '#areas/users/contract.ts';
import { personName } from '#areas/users/web/shared.tsx';
import { osloMoment } from '#kernel/dates.ts';
import { useRead } from '#web/api/hooks.ts';
import { dateInOslo, formatTime } from '#web/format.ts';
import { loose } from '#web/loose.ts';
import { usePortalClock } from '#web/portalClock.ts';
import { Page } from '#web/shell/Page.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { ComboBox } from '#web/ui/ComboBox.tsx';
import { DateField } from '#web/ui/DateField.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import { Answer } from './Answer.tsx';
import { parseClock } from './clock.ts';
import { OpenPerson } from './OpenPerson.tsx';
import { InternetTabs } from './shared.tsx';

/** What stands in the address, so that an answer can be sent to somebody. */
interface Asked {
  user?: string;
  address?: string;
  at?: string;
}

const MOST_HITS = 20;

/** Why a page is open or shut, for whom, when. */
export function ExplainPage() {
  const { t } = useTranslation('locks');
  const search: Partial<Record<keyof Asked, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const text = (name: keyof Asked): string => {
    const value = search[name];
    return typeof value === 'string' ? value : '';
  };
  const asked = { user: text('user'), address: text('address'), at: text('at') };
  const ask = (part: Asked) => {
    const next = { ...asked, ...part };
    const given = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
    void navigate({ to: '/internet/explain', search: loose(given), replace: true });
  };
  return (
    <Page title={t('explain.title')} lead={t('explain.lead')}>
      <InternetTabs />
      <div className="lock-explain">
        <section className="card lock-question">
          <Who userName={asked.user} onChange={(user) => ask({ user })} />
          <Address address={asked.address} onAsk={(address) => ask({ address })} />
          <When at={asked.at} onChange={(at) => ask({ at })} />
        </section>
        {asked.user === '' ? <p className="lock-waiting">{t('explain.choose')}</p> : <Found asked={asked} />}
      </div>
    </Page>
  );
}

function Found({ asked: { user, address, at } }: { asked: Required<Asked> }) {
  const { t } = useTranslation('locks');
  const { data, error } = useRead(
    explanations.explain,
    { userName: user, ...(address !== '' && { address }), ...(at !== '' && { at }) },
    { handleErrors: false },
  );
  if (error) {
    return (
      <Alert tone="warning" isLive>
        {t('explain.none')}
      </Alert>
    );
  }
  if (!data) return null;
  return (
    <div className="lock-answer">
      <Answer answer={data} />
      {at === '' && <OpenPerson answer={data} />}
    </div>
  );
}

interface WhoProps {
  userName: string;
  onChange: (userName: string) => void;
}

function Who({ userName, onChange }: WhoProps) {
  const { t } = useTranslation('locks');
  const [search, setSearch] = useState('');
  const isAsked = search.length >= 2;
  const { data, isFetching } = useRead(
    users.list,
    { search, pageSize: MOST_HITS },
    { enabled: isAsked, handleErrors: false },
  );
  const hits = (isAsked ? (data?.Items ?? []) : []).map((user) => ({
    value: user.userName,
    label: personName(user),
    note: [user.userName, user.className].filter(Boolean).join(' · '),
  }));
  // Exam users are in no list of people: their whole name is taken as it is written.
  const typed = hits.length === 0 && !isFetching && /^\S{3,}$/.test(search) ? [asTyped(search)] : [];
  const isKnown = [...hits, ...typed].some(({ value }) => value === userName);
  const known = userName === '' || isKnown ? [] : [asTyped(userName)];
  return (
    <ComboBox
      label={t('explain.who')}
      hint={t('explain.whoHint')}
      options={[...hits, ...typed, ...known]}
      value={userName || undefined}
      onSearch={setSearch}
      isSearching={isFetching}
      onChange={(value) => onChange(value ?? '')}
    />
  );
}

const asTyped = (name: string) => ({ value: name, label: name });

interface AddressProps {
  address: string;
  onAsk: (address: string) => void;
}

/** Asked when one leaves the field or presses Enter, not at every letter. */
function Address({ address, onAsk }: AddressProps) {
  const { t } = useTranslation('locks');
  const [typed, setTyped] = useState(address);
  return (
    <TextField
      label={t('explain.address')}
      hint={t('explain.addressHint')}
      optional
      inputMode="url"
      autoComplete="off"
      value={typed}
      onChange={setTyped}
      onBlur={() => onAsk(typed.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onAsk(typed.trim());
      }}
    />
  );
}

const moments = ['now', 'other'] as const;

interface WhenProps {
  /** The empty text: now. */
  at: string;
  onChange: (at: string) => void;
}

function When({ at, onChange }: WhenProps) {
  const { t } = useTranslation('locks');
  const clock = usePortalClock();
  const [typed, setTyped] = useState<string>();
  const which = at === '' ? 'now' : 'other';
  const day = at === '' ? '' : dateInOslo(at);
  const change = (nextDay: string, nextClock: string) => {
    const time = parseClock(nextClock);
    if (time !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(nextDay)) {
      onChange(osloMoment(nextDay, time).toISOString());
    }
  };
  return (
    <div className="lock-when" role="group" aria-label={t('explain.at')}>
      <SegmentedControl
        label={t('explain.at')}
        options={moments.map((value) => ({ value, label: t(`explain.${value}`) }))}
        value={which}
        onChange={(value) => onChange(value === 'now' || !clock ? '' : new Date(clock.asOf).toISOString())}
      />
      {which === 'other' && (
        <div className="lock-moment">
          <DateField
            label={t('explain.day')}
            value={day}
            onChange={(value) => change(value, formatTime(at))}
          />
          <TextField
            label={t('clock')}
            value={typed ?? formatTime(at)}
            inputMode="numeric"
            autoComplete="off"
            onChange={(value) => {
              setTyped(value);
              change(day, value);
            }}
            onBlur={() => setTyped(undefined)}
          />
        </div>
      )}
    </div>
  );
}
