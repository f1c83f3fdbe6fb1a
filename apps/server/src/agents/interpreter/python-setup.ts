/** Python that runs before any program, and becomes part of the snapshot: the modules that programs often need are loaded. */
export const pythonSetup = `
import ast, asyncio, base64, collections, csv, dataclasses, datetime, decimal, functools, hashlib, inspect, io, itertools
import json, math, random, re, statistics, string, sys, textwrap, time, traceback, types
from pyodide.code import eval_code_async

class Printed(io.TextIOBase):
    def __init__(self, maximum):
        self.parts, self.room = [], maximum
    def writable(self):
        return True
    def write(self, text):
        self.parts.append(text[:self.room])
        self.room -= len(self.parts[-1])
        return len(text)
    def text(self):
        return ''.join(self.parts).removesuffix('\\n')

def to_json(value):
    try:
        return json.dumps(value, default=repr, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return json.dumps(repr(value))

def describe(error):
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == 'program.py']
    place = f' (line {lines[-1]})' if lines else ''
    return ''.join(traceback.format_exception_only(error)).strip() + place

async def evaluate(code, maximum):
    main = types.ModuleType('__main__')
    sys.modules['__main__'] = main
    result = await eval_code_async(code, main.__dict__, filename='program.py')
    if inspect.isawaitable(result):
        result = await result
    if result is None:
        return {}
    text = to_json(result)
    if len(text) > maximum:
        raise ValueError('The result is too large.')
    return {'result': json.loads(text)}

async def run_program(code, maximum):
    printed = Printed(maximum)
    sys.stdout = sys.stderr = printed
    random.seed()
    try:
        outcome = {'status': 'succeeded', **await evaluate(code, maximum)}
    except SystemExit as error:
        outcome = {'status': 'failed', 'error': f'exit code {error.code}'} if error.code else {'status': 'succeeded'}
    except BaseException as error:
        outcome = {'status': 'failed', 'error': describe(error)[:maximum]}
    return json.dumps({**outcome, 'output': printed.text()})
`;
