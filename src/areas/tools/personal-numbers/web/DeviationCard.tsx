import './personal-numbers.css';
import { EnvelopeClosedIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { users } from '#areas/users/contract.ts';
import { primarySchool } from '#areas/users/primary-school/contract.ts';
import { PersonLink } from '#areas/users/web/shared.tsx';
import { useRead } from '#web/api/hooks.ts';
import { CardState } from '#web/card/CardState.tsx';
import { formatDateTime } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { AnchorButton } from '#web/ui/LinkButton.tsx';
import { Status } from '#web/ui/Status.tsx';

import { personalNumbers, type SsnDeviation } from '../contract.ts';
import { reasonTones, Source } from './looks.tsx';
import { PersonNumber } from './PersonNumber.tsx';
import { RegisterChange } from './RegisterChange.tsx';

interface DeviationCardProps {
  userName: string;
  onClose: () => void;
}

/** What is doubtful about one person's number, why, and who can put it right. */
export function DeviationCard({ userName, onClose }: DeviationCardProps) {
  const { t } = useTranslation('personal-numbers');
  const read = useRead(personalNumbers.deviations, { userName, pageSize: 1 }, { handleErrors: false });
  const row = read.data?.Items.find((item) => item.userName === userName);
  if (!row) {
    return (
      <Drawer title={userName} onClose={onClose}>
        {read.data && !read.isFetching ? (
          <div className="card-panel">
            <Alert tone="success" title={t('deviation.solved')}>
              <PersonLink userName={userName}>{t('openPerson')}</PersonLink>
            </Alert>
          </div>
        ) : (
          <CardState read={{ ...read, data: undefined }} />
        )}
      </Drawer>
    );
  }
  return (
    <Drawer
      title={row.displayName}
      subtitle={
        <>
          <PersonLink userName={userName}>{userName}</PersonLink>
          <Status tone={reasonTones[row.reason]}>{t(`choice.reason.${row.reason}`)}</Status>
        </>
      }
      onClose={onClose}
    >
      <div className="card-panel number-card">
        <div className="number-what">
          <h3 className="section-title">{t('deviation.what')}</h3>
          <p>{t(`why.${row.reason}`)}</p>
          <p>{t(`todo.${row.reason}`)}</p>
        </div>
        <Facts row={row} />
        <div className="number-acts">
          <RegisterChange
            userName={userName}
            displayName={row.displayName}
            hasNumber={row.ssnMasked !== null}
          />
          <TellSchool row={row} />
        </div>
      </div>
    </Drawer>
  );
}

function Facts({ row }: { row: SsnDeviation }) {
  const { t } = useTranslation('personal-numbers');
  const person = useRead(users.get, { name: row.userName }, { handleErrors: false });
  return (
    <DescriptionList
      items={[
        {
          term: t('column.ssnMasked'),
          value: person.data ? <PersonNumber user={person.data} /> : row.ssnMasked,
        },
        ...(row.otherMasked === null ? [] : [{ term: t('column.otherMasked'), value: row.otherMasked }]),
        { term: t('column.school'), value: row.school?.name },
        { term: t('column.source'), value: <Source name={row.source} /> },
        { term: t('column.found'), value: formatDateTime(row.found) },
      ]}
    />
  );
}

/** A letter to those who look after the school's system; the number itself is not in it. */
function TellSchool({ row }: { row: SsnDeviation }) {
  const { t } = useTranslation('personal-numbers');
  const { school } = row;
  // Only roles of the whole owner ask about another school than the one they stand at.
  const isWhole = useMay('schools.all');
  const { data } = useRead(primarySchool.ictGroupAdmins, school && isWhole ? { school: school.code } : {}, {
    enabled: school !== null,
    handleErrors: false,
  });
  const addresses = [...new Set(data?.Items.flatMap(({ email }) => email ?? []))];
  if (addresses.length === 0) return null;
  const letter = new URLSearchParams({
    subject: t('deviation.letter.subject', { name: row.displayName }),
    body: t(`deviation.letter.${row.reason === 'missing' ? 'missing' : 'wrong'}`, {
      name: row.displayName,
      userName: row.userName,
      reason: t(`choice.reason.${row.reason}`),
    }),
  });
  return (
    // A letter's address has %20 where a form would have a plus.
    <AnchorButton
      href={`mailto:${addresses.join(',')}?${letter.toString().replaceAll('+', '%20')}`}
      icon={<EnvelopeClosedIcon aria-hidden />}
    >
      {t('deviation.tell')}
    </AnchorButton>
  );
}
