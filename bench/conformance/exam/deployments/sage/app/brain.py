"""What a worker says: a plan of pieces, tool calls and jobs for one user message."""
import re

JOB_SECONDS = 3.0
TIDES = {"hull": ["06:12", "18:39"], "trieste": ["04:48", "17:05"], "dover": ["10:51", "23:14"]}


class Plan:
    def __init__(self):
        self.pieces = []      # text pieces
        self.delay = 0.0      # seconds between two pieces
        self.tools = []       # (name, given, answer)
        self.job = None       # None, "good" or "bad"

    @property
    def words(self):
        return "".join(self.pieces)


def split_words(text):
    return re.findall(r"\S+\s*|\s+", text) or [""]


def tide_answer(port):
    times = TIDES.get(port.lower(), ["07:30", "19:55"])
    return {"gauge": "raw-gauge-7731", "port": port, "highWater": times, "unit": "UTC"}


def think(message, agent, turn, told):
    """turn: how many user messages this run has with this one; told: outcome of a job that ended since."""
    p = Plan()
    low = (message or "").lower()
    before = ""
    if told:
        before = "The job finished well. " if told == "done" else "The job ended with an error. "
    if message is None:
        p.pieces = split_words(before + f"Servus! I am {agent['label'] or 'a worker'}. What can I do?")
    elif "start the long job" in low:
        p.job = "good"
        p.pieces = split_words(before + "I am on it in the background, please look in again.")
    elif "start a job that fails" in low:
        p.job = "bad"
        p.pieces = split_words(before + "I will try this in the background, please look in again.")
    elif "count slowly" in low:
        p.delay = 0.1
        p.pieces = split_words(before + " ".join(f"{n}," for n in range(1, 20)) + " 20. Done.")
    elif "what is the tide" in low:
        m = re.search(r"tide (?:at|in) ([A-Za-zÀ-ž]+)", message)
        port = m[1] if m else "Hull"
        answer = tide_answer(port)
        p.tools.append(("read_tide_table", {"port": port}, answer))
        p.pieces = split_words(before + f"High water at {port} comes twice today, first at {answer['highWater'][0]}.")
    else:
        p.pieces = split_words(before + f"You said: {message}") + [f" (This was message {turn} of our talk.)"]
    return p
