/**
 * The kernel's calls that a program's process has no use for, with their numbers on x64 and arm64: whatever makes
 * processes, sockets, mounts or namespaces, looks into others, or is a favorite way to break the kernel.
 */
const refused: Record<string, readonly [x64: number | undefined, arm64: number | undefined]> = {
  fork: [57, undefined],
  vfork: [58, undefined],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  socket: [41, 198],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  splice: [275, 76],
  tee: [276, 77],
  vmsplice: [278, 75],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  mknod: [133, undefined],
  mknodat: [259, 33],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  personality: [135, 92],
  iopl: [172, undefined],
  ioperm: [173, undefined],
  modify_ldt: [154, undefined],
};

interface Architecture {
  audit: number;
  index: 0 | 1;
  /** Makes threads, which Node needs, and processes, which it doesn't. */
  clone: number;
}

const architectures: Partial<Record<string, Architecture>> = {
  x64: { audit: 0xc000003e, index: 0, clone: 56 },
  arm64: { audit: 0xc00000b7, index: 1, clone: 220 },
};

// Of the classic Berkeley packet filter: load a word, compare, return.
const load = 0x20;
const ifEqual = 0x15;
const ifAtLeast = 0x35;
const ifAnyBit = 0x45;
const answer = 0x06;

const allow = 0x7fff0000;
const kill = 0x80000000;
const notPermitted = 0x00050000 | 1;
const notImplemented = 0x00050000 | 38;

const offsets = { number: 0, architecture: 4, firstArgument: 16 };
const clone3 = 435;
const cloneThread = 0x00010000;
const cloneNamespaces = 0x7e020000;
// Later calls are answered as by an older kernel; those of x64's other word size have numbers far above.
const lastKnown = 450;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** @returns the filter as seccomp takes it; undefined where the numbers of the calls aren't known. */
export function systemCallFilter(architecture: string = process.arch): Uint8Array | undefined {
  const machine = architectures[architecture];
  if (!machine) return undefined;
  const numbers = Object.values(refused).flatMap((each) => each[machine.index] ?? []);
  const program: Instruction[] = [
    [load, 0, 0, offsets.architecture],
    [ifEqual, 1, 0, machine.audit],
    [answer, 0, 0, kill],
    [load, 0, 0, offsets.number],
    ...when(ifAtLeast, lastKnown + 1, notImplemented),
    // Its flags are in memory, where a filter can't look; without it threads are made by clone.
    ...when(ifEqual, clone3, notImplemented),
    ...numbers.flatMap((number) => when(ifEqual, number, notPermitted)),
    [ifEqual, 1, 0, machine.clone],
    [answer, 0, 0, allow],
    [load, 0, 0, offsets.firstArgument],
    ...when(ifAnyBit, cloneNamespaces, notPermitted),
    [ifAnyBit, 1, 0, cloneThread],
    [answer, 0, 0, notPermitted],
    [answer, 0, 0, allow],
  ];
  return encode(program);
}

function when(comparison: number, value: number, then: number): Instruction[] {
  return [
    [comparison, 0, 1, value],
    [answer, 0, 0, then],
  ];
}

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    const at = index * 8;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(ifTrue, at + 2);
    bytes.writeUInt8(ifFalse, at + 3);
    bytes.writeUInt32LE(value, at + 4);
  }
  return bytes;
}
