import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useRead } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { TextInput } from '#web/form/fields.tsx';
import { formatDateTime } from '#web/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { OnceDialog } from '#web/ui/OnceDialog.tsx';

import { secondFactor } from '../contract.ts';
import { SetUpDialog } from './SetUpDialog.tsx';

type Open = 'set-up' | 'codes' | 'remove' | { codes: readonly string[] };

/** One-time codes of one's own portal account; nothing for those who sign in by the federation. */
export function OwnSecondFactor() {
  const { t } = useTranslation('second-factor');
  const { data } = useRead(secondFactor.read, {}, { handleErrors: false });
  const [open, setOpen] = useState<Open>();
  if (!data?.isPossible) return null;
  const close = () => setOpen(undefined);
  const show = ({ codes }: { codes: string[] }) => setOpen({ codes });
  const isSetUp = data.setUpAt !== null;
  return (
    <section className="card settings-part">
      <div className="settings-head">
        <div>
          <h2 className="section-title">{t('title')}</h2>
          <p className="meta">
            {data.setUpAt === null
              ? t('off')
              : t('on', { time: formatDateTime(data.setUpAt), count: data.codesLeft })}
          </p>
        </div>
        {isSetUp ? (
          <div className="page-acts">
            <Button size="small" onPress={() => setOpen('codes')}>
              {t('newCodes')}
            </Button>
            <Button size="small" onPress={() => setOpen('remove')}>
              {t('remove')}
            </Button>
          </div>
        ) : (
          <Button size="small" onPress={() => setOpen('set-up')}>
            {t('begin')}
          </Button>
        )}
      </div>
      {open === 'set-up' && <SetUpDialog onDone={show} onClose={close} />}
      {open === 'codes' && (
        <Dialog title={t('newTitle')} isOpen onClose={close}>
          <ContractForm
            route={secondFactor.makeCodes}
            values={{ currentPassword: '', otp: '' }}
            namespace="second-factor"
            saveLabel={t('make')}
            onSaved={show}
            onCancel={close}
          >
            <p>{t('newText')}</p>
            <TextInput name="currentPassword" type="password" autoComplete="current-password" />
            <TextInput name="otp" autoComplete="one-time-code" />
          </ContractForm>
        </Dialog>
      )}
      {open === 'remove' && (
        <Dialog title={t('removeTitle')} isOpen onClose={close}>
          <ContractForm
            route={secondFactor.remove}
            values={{ currentPassword: '', otp: '' }}
            namespace="second-factor"
            saveLabel={t('remove')}
            noticeOf={() => ({ tone: 'success', text: t('removed') })}
            onSaved={close}
            onCancel={close}
          >
            <p>{t('removeText')}</p>
            <TextInput name="currentPassword" type="password" autoComplete="current-password" />
            <TextInput name="otp" autoComplete="one-time-code" />
          </ContractForm>
        </Dialog>
      )}
      {typeof open === 'object' && (
        <OnceDialog
          title={t('codes.title')}
          warning={t('codes.once')}
          copies={open.codes.join('\n')}
          copyLabel={t('codes.copy')}
          closeLabel={t('codes.done')}
          onClose={close}
        >
          <ul className="second-factor-codes">
            {open.codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </OnceDialog>
      )}
    </section>
  );
}
