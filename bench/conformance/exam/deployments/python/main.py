"""Starts the deployment: `main.py PORT`, or writes what a judge is told: `main.py --config`."""
import asyncio
import gc
import json
import sys

import schedules
import state
import user_api
import workers
from core import Server


def config():
    return {
        "agentsUrl": "http://127.0.0.1:PORT/workers", "baseUrl": "http://127.0.0.1:PORT/api", "profile": "full",
        "credentials": {"apiKey": state.KEY1, "jwt": state.JWT1, "otherApiKey": state.KEY2, "otherJwt": state.JWT2,
                        "sandboxJwt": state.JWT3},
        "fixtures": {
            "agentId": state.ASSISTANT, "message": "Tell me something about bridges",
            "backgroundAgentId": state.COMPUTER,
            "backgroundMessage": f"Please {workers.BACKGROUND}: count to three",
            "backgroundErrorMessage": f"Please {workers.BACKGROUND_ERROR}: divide by zero",
            "toolCallMessage": {"message": f"What is the {workers.WEATHER} now?", "name": workers.WEATHER_TOOL,
                                "output": workers.WEATHER_OUTPUT},
            "paidAgentId": state.PAID, "unpaidAgentId": state.UNPAID, "ownPaidAgentId": state.OWN_PAID,
            "subscribedAgentId": state.SUBSCRIBED_TO, "unsubscribeAgentId": state.UNSUBSCRIBE,
            "privateAgentId": state.PRIVATE,
            "tool": {"name": "echo_text", "input": {"text": "a word to give back"}, "invalidInput": {"text": 7}},
            "installableToolId": "reverse_text", "toolsetName": "text",
            "vipCode": state.VIP_CODE, "ownVipCode": state.OWN_VIP_CODE, "cron": "0 9 * * 1",
            "webhook": {"signatureHeader": "X-Payment-Signature", "validSignature": user_api.WEBHOOK[0],
                        "body": user_api.WEBHOOK[1]}}}


async def serve(port):
    state.seed()
    server = Server(workers.router, state.authenticate)
    listener = await asyncio.start_server(server.connection, "127.0.0.1", port, backlog=1024)
    gc.freeze()
    ticking = asyncio.create_task(schedules.clock())
    print("ready", flush=True)
    async with listener:
        await listener.serve_forever()
    ticking.cancel()


if __name__ == "__main__":
    if sys.argv[1] == "--config":
        print(json.dumps(config(), indent=2))
    else:
        asyncio.run(serve(int(sys.argv[1])))
