/** A file on another system, open for reading. */
export interface FetchedFile {
  name: string;
  size: number | undefined;
  changedAt: Date | undefined;
  /** Is the same as long as the file is; undefined when the server does not say. */
  mark: string | undefined;
  bytes: AsyncIterable<Uint8Array>;
  close: () => Promise<void>;
}
