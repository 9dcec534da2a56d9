"""Drives a headless Chromium through ChromeDriver's HTTP API (W3C WebDriver)."""

import base64
import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request

PATIENCE = 3600  # seconds for a condition that must come true; nothing is measured with it
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015", "ArrowUp": "\ue013",
        "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "End": "\ue010", "Home": "\ue011",
        "Tab": "\ue004", "Shift": "\ue008"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def missing():
    """The name of a program that is not installed, or None."""
    for names in (("chromium", "chromium-browser", "google-chrome"), ("chromedriver",)):
        if not any(shutil.which(name) for name in names):
            return names[0]
    return None


class Browser:
    def __init__(self, folder, width, height, dark=False, scripts=True):
        self.server = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        for line in self.server.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                break
        self.base = f"http://127.0.0.1:{found[1]}"
        options = {"args": ["--headless=new", "--disable-gpu", f"--window-size={width},{height}",
                            f"--user-data-dir={folder}"] +
                   (["--no-sandbox"] if os.geteuid() == 0 else []) +
                   (["--blink-settings=preferredColorScheme=0"] if dark else []),
                   "mobileEmulation": {"deviceMetrics":
                                       {"width": width, "height": height, "pixelRatio": 1,
                                        "mobile": False, "touch": False}}}
        if not scripts:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "timeouts": {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000},
                  "goog:loggingPrefs": {"browser": "ALL"}}
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{made['sessionId']}"

    def close(self):
        self.call("DELETE", self.session)
        self.server.terminate()
        self.server.wait()
        self.server.stdout.close()

    def call(self, method, path, body=None):
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def post(self, path, body=None):
        return self.call("POST", self.session + path, body)

    def open(self, path, link=""):
        self.post("/url", {"url": "about:blank"})
        self.post("/url", {"url": f"file://{path}{link}"})

    def run(self, script, *args):
        """The value of an expression in the page; `args` are its arguments[i]."""
        return self.post("/execute/sync", {"script": f"return ({script});", "args": list(args)})

    def wait(self, script, *args):
        """Waits until an expression is true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.run(script, *args):
                return True
            time.sleep(0.05)
        raise RuntimeError(f"never true: {script}")

    def cpu(self):
        """The seconds that the main thread of the page has worked since the page was opened."""
        for command, wanted in (("enable", {"timeDomain": "threadTicks"}), ("getMetrics", {})):
            answer = self.post("/goog/cdp/execute", {"cmd": f"Performance.{command}",
                                                     "params": wanted})
        return next(each["value"] for each in answer["metrics"] if each["name"] == "TaskDuration")

    def media(self, name):
        """Shows the page as on paper ("print"), or again as on the screen ("")."""
        self.post("/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia",
                                        "params": {"media": name}})

    def find(self, selector):
        return self.post("/element", {"using": "css selector", "value": selector})

    def move(self, selector, dx=0, dy=0):
        """Moves the pointer to the middle of an element."""
        self.post("/actions", {"actions": [{
            "type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "duration": 0, "origin": self.find(selector),
                 "x": dx, "y": dy}]}]})

    def drag(self, selector, dx, dy=0):
        """Presses the button at the middle of an element, and releases it further right."""
        origin = self.find(selector)
        self.post("/actions", {"actions": [{
            "type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerMove", "duration": 0, "origin": origin, "x": dx, "y": dy},
                {"type": "pointerUp", "button": 0}]}]})

    def click(self, selector, dx=0):
        self.click_at(selector, dx, 0)

    def click_at(self, selector, dx, dy):
        """Clicks so many pixels from the middle of an element."""
        self.move(selector, dx, dy)
        self.post("/actions", {"actions": [{
            "type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]})

    def click_with(self, key, selector):
        """Clicks an element while a key is down."""
        value = KEYS[key]
        self.post("/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": value}]}]})
        self.click(selector)
        self.post("/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
            {"type": "keyUp", "value": value}]}]})

    def keys(self, *keys):
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.post("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def log(self):
        """The messages of the console."""
        return [row["message"] for row in self.post("/se/log", {"type": "browser"})]

    def picture(self, path):
        data = self.call("GET", self.session + "/screenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
