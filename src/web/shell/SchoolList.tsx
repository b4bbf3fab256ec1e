import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Me } from '#areas/login/contract.ts';

import type { Session } from '../session.ts';
import { SearchList, type SearchListOption } from '../ui/SearchList.tsx';
import { useAllSchools, useOwnSchools } from './useSchools.ts';
import { WHOLE_OWNER } from './wholeOwner.ts';

interface SchoolListProps {
  me: Me;
  session: Session;
  onChoose: (option: SearchListOption) => void;
}

/** The schools to choose among; fetched, with its code, when the switcher is opened. */
export function SchoolList(props: SchoolListProps) {
  return props.me.mayStandAtOwner ? <AllSchools {...props} /> : <OwnSchools {...props} />;
}

function OwnSchools({ me, onChoose }: SchoolListProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const source = useOwnSchools(me, text);
  return (
    <SearchList
      label={t('school.search')}
      noHits={t('school.none')}
      text={text}
      onText={setText}
      source={source}
      value={me.currentSchool?.code}
      onChoose={onChoose}
    />
  );
}

function AllSchools({ me, session, onChoose }: SchoolListProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const source = useAllSchools(session, text, { value: WHOLE_OWNER, label: t('school.all') });
  return (
    <SearchList
      label={t('school.search')}
      noHits={t('school.none')}
      text={text}
      onText={setText}
      source={source}
      value={me.currentSchool?.code ?? WHOLE_OWNER}
      onChoose={onChoose}
    />
  );
}
