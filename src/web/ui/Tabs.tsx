import './Tabs.css';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; label: string; count?: string; content: ReactNode }[];
  selected: Id;
  onSelect: (id: Id) => void;
}

/** Tabs that have no address of their own (inside a dialog). Tabs of a card have one: use TabLinks. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        const found = tabs.find(({ id }) => id === key);
        if (found) onSelect(found.id);
      }}
    >
      <TabList aria-label={label} className="ui-tabs ui-tabs-line">
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className="ui-tab">
            {tab.label}
            {tab.count !== undefined && <span className="ui-tab-count">{tab.count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="ui-tab-panel">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
