/** One thing to choose, of a Select or a ComboBox. */
export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** A second, quieter line. */
  note?: string;
}
