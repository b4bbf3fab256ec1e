import { FilesIcon, PrinterSmallIcon } from '@navikt/aksel-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Output } from '#kernel/contract.ts';
import { textOf } from '#web/i18n.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useCopy } from '#web/ui/useCopy.ts';

import type { FirstTimePassword, passwords } from '../contract.ts';

interface ShownPasswordsProps {
  made: Output<typeof passwords.issue>;
  onClose: () => void;
}

/** The only time they are seen. Closing is asked twice: by then they cannot be had again. */
export function ShownPasswords({ made: { Items, failed }, onClose }: ShownPasswordsProps) {
  const { t } = useTranslation('passwords');
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => (Items.length === 0 ? onClose() : setLeaving(true));
  return (
    <Dialog
      title={t('shown.title')}
      role="alertdialog"
      width="wide"
      isOpen
      onClose={leave}
      footer={
        isLeaving ? (
          <>
            <Button onPress={() => setLeaving(false)}>{t('shown.leaveNo')}</Button>
            <Button variant="primary" onPress={onClose}>
              {t('shown.leaveYes')}
            </Button>
          </>
        ) : (
          <>
            {Items.length > 0 && (
              <Button icon={<PrinterSmallIcon aria-hidden />} onPress={() => globalThis.print()}>
                {t('shown.print')}
              </Button>
            )}
            <Button variant="primary" onPress={leave}>
              {t('shown.close')}
            </Button>
          </>
        )
      }
    >
      <div className="password-dialog password-shown">
        {isLeaving ? (
          <Alert tone="warning" title={t('shown.leaveTitle')} isLive>
            {t('shown.leaveText')}
          </Alert>
        ) : (
          <Alert tone={Items.length > 0 ? 'info' : 'warning'}>
            {t(Items.length > 0 ? 'shown.once' : 'shown.none')}
          </Alert>
        )}
        <ul className="password-cards">
          {Items.map((one) => (
            <PasswordCard key={one.userName} one={one} />
          ))}
        </ul>
        {failed.length > 0 && (
          <section className="password-left-out">
            <h3 className="section-title">{t('shown.leftOut')}</h3>
            <ul>
              {failed.map(({ id, code }) => (
                <li key={id}>
                  <span>{id}</span> <span className="meta">{textOf('passwords', `why.${code}`) ?? code}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}

function PasswordCard({ one }: { one: FirstTimePassword }) {
  const { t } = useTranslation('passwords');
  const copy = useCopy();
  return (
    <li className="password-card">
      <strong>{one.displayName}</strong>
      <span className="meta">{[one.className, one.userName].filter(Boolean).join(' · ')}</span>
      <span className="password-word">
        <code>{one.password}</code>
        <IconButton
          label={t('shown.copy', { name: one.displayName })}
          size="small"
          onPress={() => void copy(one.password)}
        >
          <FilesIcon aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}
