/** What other areas may use of one-time codes; its texts are `second-factor`. */
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'second-factor': typeof nb;
  }
}

export { OwnSecondFactor } from './OwnSecondFactor.tsx';
