import { DateInput, NumberInput, TextInput } from '#web/form/fields.tsx';
import { PersonInput } from '#web/form/PersonInput.tsx';

interface ExamFieldsProps {
  /** The teacher it has, who stands in the field before anybody is searched for. */
  teacher?: { userName: string; displayName: string } | null;
}

/** The fields of an exam group, made or changed. */
export function ExamFields({ teacher = null }: ExamFieldsProps) {
  return (
    <>
      <TextInput name="description" />
      <div className="form-pair">
        <DateInput name="examDate" />
        <NumberInput name="candidates" />
      </div>
      <PersonInput name="teacherUserName" userType="employees" initial={teacher} />
      <div className="form-pair">
        <TextInput name="commonPathWin" />
        <TextInput name="homePathWin" />
      </div>
      <div className="form-pair">
        <TextInput name="commonPathMac" />
        <TextInput name="homePathMac" />
      </div>
    </>
  );
}
