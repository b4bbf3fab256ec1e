import { Select, type SelectProps } from '../ui/Select.tsx';

type ViewSelectProps<Value extends string> = Pick<
  SelectProps<Value>,
  'label' | 'options' | 'value' | 'onChange'
>;

/** The view switch of a list where it has many views, or stands beside a switch to other pages. */
export function ViewSelect<Value extends string>(props: ViewSelectProps<Value>) {
  return (
    <div className="list-view-select">
      <Select {...props} />
    </div>
  );
}
