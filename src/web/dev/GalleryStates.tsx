import { useState } from 'react';

import { Alert } from '../ui/Alert.tsx';
import { Badge, Tag } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Progress } from '../ui/Progress.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { EmptyState, ErrorState, NoHits } from '../ui/States.tsx';
import { Status } from '../ui/Status.tsx';
import { TabLink, TabLinkGroup, TabLinks } from '../ui/TabLinks.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Section } from './Section.tsx';

export function GalleryStates() {
  const [tab, setTab] = useState<'overview' | 'members'>('overview');
  return (
    <>
      <Section title="Tilstander">
        <div className="cluster">
          <Status tone="success">Aktiv</Status>
          <Status tone="warning">Planlagt</Status>
          <Status tone="danger">Låst</Status>
          <Status tone="info">Pågår</Status>
          <Status tone="neutral">Utløpt</Status>
        </div>
        <div className="cluster">
          <Badge>Elev</Badge>
          <Badge tone="accent">Ansatt</Badge>
          <Badge tone="info">Ny</Badge>
          <Badge tone="success">Ferdig</Badge>
          <Badge tone="warning">Utløper</Badge>
          <Badge tone="danger">Feilet</Badge>
          <Tag removeLabel="Fjern 10A" onRemove={() => {}}>
            10A
          </Tag>
        </div>
        <Alert tone="info">Brukerimporten kjører normalt mellom kl. 16.00 og 22.00.</Alert>
        <Alert tone="success" title="Importen er ferdig">
          3 600 lest, 12 nye.
        </Alert>
        <Alert tone="warning" title="Skjermet identitet">
          Navn og kontaktopplysninger er skjult.
        </Alert>
        <Alert tone="danger">Feil brukernavn eller passord</Alert>
        <Progress label="Brukerimport" done={1240} total={3600} />
        <Progress label="Leser filen" done={12} total={undefined} />
        <DescriptionList
          items={[
            { term: 'Klasse', value: '8D' },
            { term: 'Sist innlogget', value: '20.11.2026 16:33' },
            { term: 'Kilde', value: undefined },
          ]}
        />
        <SkeletonLines />
      </Section>
      <Section title="Faner">
        <Tabs
          label="Kort"
          tabs={[
            { id: 'overview', label: 'Oversikt', content: 'Oversikten' },
            { id: 'members', label: 'Medlemmer', count: '24', content: 'Medlemmene' },
          ]}
          selected={tab}
          onSelect={setTab}
        />
        <TabLinks label="Gruppens sider" layout="list">
          <TabLinkGroup title="Gruppen">
            <TabLink to="/dev/ui">Oversikt</TabLink>
            <TabLink to="/login" count="24">
              Medlemmer
            </TabLink>
          </TabLinkGroup>
        </TabLinks>
      </Section>
      <Section title="Tomt og feil">
        <EmptyState title="Ingen internettsperrer ennå" action={<Button variant="primary">Ny sperre</Button>}>
          En sperre stenger nettet for en gruppe en stund, for eksempel under en prøve.
        </EmptyState>
        <NoHits title="Ingen brukere passer" onReset={() => {}} />
        <ErrorState title="Listen kunne ikke hentes" reference="01JD-7K2Q" onRetry={() => {}} />
      </Section>
    </>
  );
}
