import {
  ExclamationmarkTriangleFillIcon,
  InformationSquareFillIcon,
  XMarkOctagonFillIcon,
} from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

import type { Concern } from '../contract.ts';

const icons = {
  critical: XMarkOctagonFillIcon,
  warning: ExclamationmarkTriangleFillIcon,
  info: InformationSquareFillIcon,
};

/** How much it weighs, as a shape with its own word for whoever does not see it. */
export function SeverityMark({ severity }: { severity: Concern['severity'] }) {
  const { t } = useTranslation('home');
  const Icon = icons[severity];
  return <Icon className="home-severity" data-severity={severity} title={t(`severity.${severity}`)} />;
}
