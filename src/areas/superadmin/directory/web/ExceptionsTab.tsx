import { ArrowUndoIcon } from '@navikt/aksel-icons';

import { directory, exceptionList } from '../contract.ts';
import { exceptionLooks, nameOf } from './looks.tsx';
import { OneActTab } from './OneActTab.tsx';

const texts = { namespace: 'directory', prefix: 'exceptions.' };

/** Differences somebody lets be, until they say otherwise or the directory does. */
export const ExceptionsTab = () => (
  <OneActTab
    act="withdraw"
    icon={<ArrowUndoIcon aria-hidden />}
    list={exceptionList}
    route={directory.exceptions}
    texts={texts}
    looks={exceptionLooks}
    nameOf={nameOf}
  />
);
