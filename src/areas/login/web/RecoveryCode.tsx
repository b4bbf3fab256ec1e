import './Login.css';
import { FilesIcon, PrinterSmallIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useCopy } from '#web/ui/useCopy.ts';

interface RecoveryCodeProps {
  code: string;
  onDone: () => void;
}

/** The only time a recovery code is seen: to be printed and put away. The texts of `login` must have been read. */
export function RecoveryCode({ code, onDone }: RecoveryCodeProps) {
  const { t } = useTranslation('login');
  const copy = useCopy();
  return (
    <div className="login-recovery">
      <Alert tone="warning" title={t('recoveryCode.once')}>
        <p>{t('recoveryCode.text')}</p>
      </Alert>
      <p className="login-recovery-code">
        <code>{code}</code>
      </p>
      <div className="login-recovery-acts">
        <Button icon={<PrinterSmallIcon aria-hidden />} onPress={() => print()}>
          {t('recoveryCode.print')}
        </Button>
        <Button icon={<FilesIcon aria-hidden />} onPress={() => void copy(code)}>
          {t('recoveryCode.copy')}
        </Button>
        <Button variant="primary" onPress={onDone}>
          {t('recoveryCode.done')}
        </Button>
      </div>
    </div>
  );
}
