import './school-code.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Output } from '#kernel/contract.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { RowState } from '#web/card/RowState.tsx';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatDate, formatDateTime } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { Status } from '#web/ui/Status.tsx';

import { type SchoolCode, schoolCodes } from '../contract.ts';
import { ShownSecret } from './ShownSecret.tsx';
import { statusTones } from './tones.ts';

interface SchoolCodeCardProps {
  code: string;
  onClose: () => void;
}

export function SchoolCodeCard({ code, onClose }: SchoolCodeCardProps) {
  const { t } = useTranslation(['school-code', 'card']);
  const read = useRead(schoolCodes.list, { search: code, pageSize: 100 }, { handleErrors: false });
  const school = read.data?.Items.find((row) => row.code === code);
  return (
    <Drawer
      title={school?.name ?? code}
      subtitle={
        school && (
          <>
            <span>{code}</span>
            <Status tone={statusTones[school.status]}>
              {t(`school-code:choice.status.${school.status}`)}
            </Status>
          </>
        )
      }
      onClose={onClose}
    >
      {school ? (
        <div className="card-panel stack">
          <p>{t('school-code:lead')}</p>
          <Facts school={school} />
          <Make school={school} />
        </div>
      ) : (
        <RowState read={read} />
      )}
    </Drawer>
  );
}

function Facts({ school: { code, abbreviation, created, validTo } }: { school: SchoolCode }) {
  const { t } = useTranslation('school-code');
  return (
    <DescriptionList
      items={[
        { term: t('column.code'), value: code },
        { term: t('column.abbreviation'), value: abbreviation },
        { term: t('column.created'), value: created ? formatDateTime(created) : t('fact.none') },
        ...(validTo === null ? [] : [{ term: t('column.validTo'), value: formatDate(validTo) }]),
      ]}
    />
  );
}

type Made = Output<typeof schoolCodes.generate>;

/** The first is made at once; one that is in use is replaced only by those who say so. */
function Make({ school }: { school: SchoolCode }) {
  const { t } = useTranslation(['school-code', 'errors', 'form']);
  const [asks, setAsks] = useState(false);
  // Kept here and nowhere else, and gone with the window.
  const [made, setMade] = useState<Made>();
  const write = useWrite(schoolCodes.generate, { handleErrors: false });
  const isFirst = school.status === 'none';

  const make = async () => {
    try {
      setMade(await write.mutateAsync({ school: school.code, rotate: !isFirst }));
      // The answer holds the secret, and the call would keep it.
      write.reset();
    } catch {
      // Shown below from the state of the call.
    }
    setAsks(false);
  };
  return (
    <>
      {write.error && (
        <Alert tone="danger" title={t('failed')} isLive>
          {refusalText(asRefusal(write.error), t)}
        </Alert>
      )}
      <div className="cluster">
        <Button
          variant={isFirst ? 'primary' : 'secondary'}
          isPending={write.isPending && isFirst}
          onPress={() => (isFirst ? void make() : setAsks(true))}
        >
          {t(isFirst ? 'make' : 'replace')}
        </Button>
      </div>
      <ConfirmDialog
        title={t('replace.title', { school: school.name })}
        confirmLabel={t('replace.go')}
        tone="danger"
        isOpen={asks}
        isPending={write.isPending}
        onConfirm={() => void make()}
        onCancel={() => setAsks(false)}
      >
        {t('replace.text')}
      </ConfirmDialog>
      {made && <ShownSecret school={school.name} made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
