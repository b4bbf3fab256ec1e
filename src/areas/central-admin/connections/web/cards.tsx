/** The card of each connection, with its fields. */
import { useTranslation } from 'react-i18next';

import { LongTextInput, TextInput } from '#web/form/fields.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';

import { connections, type ConnectionsAnswer } from '../contract.ts';
import { ConnectionCard } from './ConnectionCard.tsx';

export interface CardProps {
  read: ConnectionsAnswer;
}

export function AddressCard({ read: { address } }: CardProps) {
  const { publicUrl, trustedProxies } = address;
  return (
    <ConnectionCard
      group="address"
      state={address}
      values={{ publicUrl, trustedProxies }}
      save={connections.setAddress}
      test={connections.testAddress}
    >
      <TextInput name="publicUrl" type="url" />
      <TextInput name="trustedProxies" />
    </ConnectionCard>
  );
}

export function FederationCard({ read: { federation } }: CardProps) {
  const { t } = useTranslation('connections');
  const { oidcIssuer, oidcClientId, oidcRealms, hasSecret, callbackUrl, signedOutUrl } = federation;
  return (
    <ConnectionCard
      group="federation"
      state={federation}
      values={{ oidcIssuer, oidcClientId, oidcClientSecret: '', oidcRealms }}
      save={connections.setFederation}
      test={connections.testFederation}
    >
      <DescriptionList
        items={[
          { term: t('callbackUrl'), value: <code>{callbackUrl}</code> },
          { term: t('signedOutUrl'), value: <code>{signedOutUrl}</code> },
        ]}
      />
      <TextInput name="oidcIssuer" type="url" />
      <TextInput name="oidcClientId" />
      <TextInput name="oidcClientSecret" type="password" autoComplete="new-password" />
      <SecretNote hasSecret={hasSecret} />
      <TextInput name="oidcRealms" />
    </ConnectionCard>
  );
}

export function DirectoryCard({ read: { directory } }: CardProps) {
  const { directoryUrl, directoryUser, directoryBase, directoryCa, directoryUserDomain, hasSecret } =
    directory;
  return (
    <ConnectionCard
      group="directory"
      state={directory}
      values={{
        directoryUrl,
        directoryUser,
        directoryPassword: '',
        directoryBase,
        directoryCa,
        directoryUserDomain,
      }}
      save={connections.setDirectory}
      test={connections.testDirectory}
    >
      <TextInput name="directoryUrl" />
      <TextInput name="directoryUser" />
      <TextInput name="directoryPassword" type="password" autoComplete="new-password" />
      <SecretNote hasSecret={hasSecret} />
      <TextInput name="directoryBase" />
      <LongTextInput name="directoryCa" />
      <TextInput name="directoryUserDomain" />
    </ConnectionCard>
  );
}

export function FilesCard({ read: { files } }: CardProps) {
  return (
    <ConnectionCard
      group="files"
      state={files}
      values={{ importFolder: files.importFolder }}
      save={connections.setFiles}
      test={connections.testFiles}
    >
      <TextInput name="importFolder" />
    </ConnectionCard>
  );
}

export function MailCard({ read: { mail } }: CardProps) {
  const { mailUrl, mailUser, mailFrom, mailTo, mailCa, hasSecret } = mail;
  return (
    <ConnectionCard
      group="mail"
      state={mail}
      values={{ mailUrl, mailUser, mailPassword: '', mailFrom, mailTo, mailCa }}
      save={connections.setMail}
      test={connections.testMail}
    >
      <TextInput name="mailUrl" />
      <TextInput name="mailUser" />
      <TextInput name="mailPassword" type="password" autoComplete="new-password" />
      <SecretNote hasSecret={hasSecret} />
      <TextInput name="mailFrom" />
      <TextInput name="mailTo" />
      <LongTextInput name="mailCa" />
    </ConnectionCard>
  );
}

function SecretNote({ hasSecret }: { hasSecret: boolean }) {
  const { t } = useTranslation('connections');
  return hasSecret ? <Alert tone="info">{t('hasSecret')}</Alert> : null;
}
