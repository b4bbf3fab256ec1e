/** Lines on their way to a COPY, as the bytes they are sent as: kept as texts, they would take several times the room. */
export interface CopyPortion {
  add: (line: string) => void;
  /** How many bytes there are. */
  size: () => number;
  /** The bytes, which are the caller's from then on; the portion is empty. */
  take: () => Buffer;
}

/** `room`: what is kept ready for; there may be more. */
export function createPortion(room: number): CopyPortion {
  let bytes: Buffer | undefined;
  let used = 0;
  const withRoomFor = (more: number): Buffer => {
    bytes ??= Buffer.allocUnsafe(room);
    if (used + more > bytes.length) {
      const wider = Buffer.allocUnsafe(Math.max(bytes.length * 2, used + more));
      bytes.copy(wider, 0, 0, used);
      bytes = wider;
    }
    return bytes;
  };
  return {
    // A unit of a text is three bytes at most.
    add: (line) => {
      used += withRoomFor(line.length * 3).write(line, used);
    },
    size: () => used,
    take: () => {
      const taken = (bytes ?? Buffer.alloc(0)).subarray(0, used);
      bytes = undefined;
      used = 0;
      return taken;
    },
  };
}
