import './Alert.css';
import {
  CheckmarkCircleFillIcon,
  ExclamationmarkTriangleFillIcon,
  InformationSquareFillIcon,
  XMarkOctagonFillIcon,
} from '@navikt/aksel-icons';
import type { ComponentType, ReactNode, SVGProps } from 'react';

type AlertTone = 'info' | 'success' | 'warning' | 'danger';

const icons: Record<AlertTone, ComponentType<SVGProps<SVGSVGElement>>> = {
  info: InformationSquareFillIcon,
  success: CheckmarkCircleFillIcon,
  warning: ExclamationmarkTriangleFillIcon,
  danger: XMarkOctagonFillIcon,
};

interface AlertProps {
  tone: AlertTone;
  title?: string;
  children?: ReactNode;
  /** Read out when it appears after something the user did. */
  isLive?: boolean;
}

/** A message that stays on the page: what one must know here. For a passing message, use `notify`. */
export function Alert({ tone, title, children, isLive = false }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div className="ui-alert" data-tone={tone} {...(isLive ? { role: 'alert' } : {})}>
      <Icon aria-hidden />
      <div className="ui-alert-body">
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
