import './shielded.css';
import { EyeObfuscatedIcon } from '@navikt/aksel-icons';
import { useTranslation } from 'react-i18next';

/** A person with protected identity, said by shape and word wherever those who may see one meet the name. */
export function ShieldedName({ name }: { name: string }) {
  const { t } = useTranslation('list');
  return (
    <>
      {name} <EyeObfuscatedIcon className="list-shielded" title={t('shielded')} />
    </>
  );
}
