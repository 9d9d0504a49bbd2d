import {
  Checkbox,
  NativeSelect,
  SegmentedControl,
  type CheckboxProps,
  type SegmentedControlProps,
} from '@mantine/core';

interface CheckProps extends Omit<CheckboxProps, 'checked' | 'onChange'> {
  readonly checked: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A setting that is on or off: `<Check label="Trim whitespace" checked={trims} onChange={setTrims} />`. */
export function Check({ onChange, ...rest }: CheckProps) {
  return <Checkbox {...rest} onChange={(event) => onChange(event.currentTarget.checked)} />;
}

interface SegmentsProps<Value extends string> extends Omit<SegmentedControlProps<Value>, 'data'> {
  /** Accessible name. */
  readonly label: string;
  /** The choices with their names, in order. */
  readonly names: Readonly<Record<Value, string>>;
}

/** A few choices side by side: `<Segments label="Zoom" names={{ fit: 'Fit', full: 'Full' }} value={zoom} onChange={setZoom} />`. */
export function Segments<Value extends string>({ label, names, ...rest }: SegmentsProps<Value>) {
  const data = Object.entries<string>(names).map(([value, name]) => ({ value: value as Value, label: name }));
  return <SegmentedControl size="xs" aria-label={label} {...rest} data={data} />;
}

interface FilterSelectProps<Value extends string> {
  /** Accessible name. */
  readonly label: string;
  /** The choice that filters nothing: “Any outcome”. */
  readonly any: string;
  /** The other choices with their names, in order. */
  readonly names: Readonly<Record<Value, string>>;
  /** null: nothing is filtered. */
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
}

/** Filters a list by one of many choices, or by none. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, any, names, value, onChange } = props;
  const data = Object.entries<string>(names).map(([each, name]) => ({ value: each as Value, label: name }));
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(data.find((one) => one.value === currentTarget.value)?.value ?? null)
      }
      data={[{ value: '', label: any }, ...data]}
    />
  );
}
