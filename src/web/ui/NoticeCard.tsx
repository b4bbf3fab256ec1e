import {
  CheckmarkCircleFillIcon,
  ExclamationmarkTriangleFillIcon,
  InformationSquareFillIcon,
  XMarkIcon,
  XMarkOctagonFillIcon,
} from '@navikt/aksel-icons';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { type Notice, dismissNotice } from './notices.ts';

const icons: Record<Notice['tone'], ReactNode> = {
  success: <CheckmarkCircleFillIcon aria-hidden />,
  info: <InformationSquareFillIcon aria-hidden />,
  warning: <ExclamationmarkTriangleFillIcon aria-hidden />,
  danger: <XMarkOctagonFillIcon aria-hidden />,
};

export function NoticeCard({ notice, isHeld }: { notice: Notice; isHeld: boolean }) {
  const { t } = useTranslation('ui');
  const { id, tone, text, action } = notice;
  const staysUntilClosed = tone === 'danger' || tone === 'warning' || action !== undefined;

  useEffect(() => {
    if (staysUntilClosed || isHeld) return undefined;
    const timer = setTimeout(() => dismissNotice(id), 6000);
    return () => clearTimeout(timer);
  }, [id, isHeld, staysUntilClosed]);

  return (
    <div className="ui-notice" data-tone={tone}>
      {icons[tone]}
      <div className="ui-notice-text">{text}</div>
      {action !== undefined && (
        <Button
          size="small"
          onPress={() => {
            action.onPress();
            dismissNotice(id);
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t('close')} size="small" onPress={() => dismissNotice(id)}>
        <XMarkIcon aria-hidden />
      </IconButton>
    </div>
  );
}
