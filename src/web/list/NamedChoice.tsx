import { useNamedChoice } from './lookup.ts';

/** What a filter is set to, by the name the lookup knows. */
export function NamedChoice({ path, value }: { path: string; value: string }) {
  return useNamedChoice(path, value)?.label ?? value;
}
