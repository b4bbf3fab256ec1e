/** Extensions of the protocol that Active Directory has and the library does not (MS-ADTS 3.1.1.3.4.1). */
import { BerWriter, Control } from 'ldapts';

/** DNs come with their GUID in front, which stays when an object is moved: `<GUID=…>;<SID=…>;CN=…`. */
export class LongDns extends Control {
  constructor() {
    super('1.2.840.113556.1.4.529', { critical: true });
  }

  override writeControl(writer: BerWriter): void {
    const AS_TEXT = 1;
    const OCTETS = 4;
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(AS_TEXT);
    value.endSequence();
    writer.writeBuffer(value.buffer, OCTETS);
  }
}

/** Objects that were deleted are found too, for as long as the directory keeps them. */
export class Deleted extends Control {
  constructor() {
    super('1.2.840.113556.1.4.417', { critical: true });
  }
}
